# Gazette in an image of Debian: docker build -t gazette . && docker run --rm -p 8080:8080 gazette
FROM swift:6.3-bookworm AS build
WORKDIR /freshet
COPY . .
RUN scripts/release

FROM debian:bookworm-slim
COPY --from=build /freshet/.build-release/gazette_*.deb /tmp/
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libpq5 /tmp/gazette_*.deb \
    && rm -rf /tmp/gazette_*.deb /var/lib/apt/lists/* \
    && useradd --create-home reader \
    && install -d -o reader -g reader /var/lib/gazette
USER reader
ENV GAZETTE_DATA=/var/lib/gazette
VOLUME /var/lib/gazette
EXPOSE 8080
ENTRYPOINT ["gazette"]
CMD ["serve", "--host", "0.0.0.0"]
