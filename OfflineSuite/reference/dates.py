"""Dates and delays in header fields."""

from __future__ import annotations


def date(value: str | None) -> float | None:
    """Returns the seconds since 1970 of a date, or None (RFC 9110 §5.6.7)."""
    if value is None or not value[:1].isalpha():
        return None
    # The import takes longer than the start of the client.
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError):
        return None


def retry_after(value: str | None, wall: float) -> float | None:
    """Returns the seconds of a Retry-After field: a number or a date (RFC 9110 §10.2.3)."""
    if value is not None and value.isdigit():
        return float(value)
    moment = date(value)
    return max(0.0, moment - wall) if moment is not None else None
