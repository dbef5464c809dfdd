#if NIO

/// Certificates for tests over TLS. Their keys are public.
///
/// Made with `openssl ecparam -name prime256v1 -genkey`, `openssl req -x509 -days 36500` for the two authorities and
/// `openssl x509 -req -CA … -days 36499` with a `subjectAltName` for the leaves; they are valid until 2126, but for the
/// one that expired in 2020 (`openssl ca -enddate`).
public enum TestCertificates {
    /// A certificate with its key, in PEM.
    struct Identity {
        let certificate: String
        let key: String
    }

    /// The authority that clients trust, in PEM.
    public static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBqjCCAU+gAwIBAgIUZP0UE/e9BOOnmZZ7qGI3hL/Hj9IwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1dGhvcml0eTAgFw0yNjExMjEwMzU3
        MjFaGA8yMTI2MTAyODAzNTcyMVowITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1
        dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB1nOqlu8FLYLYM7Awr0
        N6aT0ZrFMwR8tQuNb1/f3lE5NhArqXH0JYJ32o7UvlPLufTfjJQAvO7IbF9e6Fdt
        ToOjYzBhMB0GA1UdDgQWBBRQt3et9t96BiAzUdXcXq1kg0k9lDAfBgNVHSMEGDAW
        gBRQt3et9t96BiAzUdXcXq1kg0k9lDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB
        /wQEAwICBDAKBggqhkjOPQQDAgNJADBGAiEA5omPZNoaVbuBYUuHZeDhbWIO9wIY
        ziPzeFSS3rfaouICIQDNWGqjEUzcp+gyjxAf5CgFo0OCpvFKVjp2ulSYGtR39A==
        -----END CERTIFICATE-----
        """

    /// For `localhost` and `127.0.0.1`, by the trusted authority.
    static let trusted = Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBrDCCAVKgAwIBAgIUF/2QnagyGqqQM3BkuLm4QwDEAsgwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1dGhvcml0eTAgFw0yNjExMjEwMzU3
            MjFaGA8yMTI2MTAyNzAzNTcyMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYH
            KoZIzj0CAQYIKoZIzj0DAQcDQgAE6mOPZ2svFDx7P3gHr8pzNVhEv3Yyx7DkefQw
            n3p2G7XdbzX/5LjYOeZ/wSdGs5KgGr+OfOEobqajEKxNOl6pIqNzMHEwGgYDVR0R
            BBMwEYIJbG9jYWxob3N0hwR/AAABMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1Ud
            DgQWBBSn06wf2wQv6ix5KakhN/QiogRv9jAfBgNVHSMEGDAWgBRQt3et9t96BiAz
            UdXcXq1kg0k9lDAKBggqhkjOPQQDAgNIADBFAiAmbCynAJWDhddifsftA3WBUyLC
            jDpn615zDBwQ0bI/zwIhAMPFJS3dMURDqTf+MxONINMj42HKaQzRHtaQwnQgsjnc
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEICCnQDoH40WDJSQBm+nV85/jwexA09CuiW75FSNmGBrSoAoGCCqGSM49
            AwEHoUQDQgAE6mOPZ2svFDx7P3gHr8pzNVhEv3Yyx7DkefQwn3p2G7XdbzX/5LjY
            OeZ/wSdGs5KgGr+OfOEobqajEKxNOl6pIg==
            -----END EC PRIVATE KEY-----
            """)

    /// For another host, by the trusted authority.
    static let wrongHost = Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBtjCCAVygAwIBAgIUF/2QnagyGqqQM3BkuLm4QwDEAskwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1dGhvcml0eTAgFw0yNjExMjEwMzU3
            MjFaGA8yMTI2MTAyNzAzNTcyMVowHDEaMBgGA1UEAwwRZWxzZXdoZXJlLmV4YW1w
            bGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARAyekotPibDH44kNoJkUc9uvQt
            sNG9hmvovubhlMxT4jnAevkwBQpb6dhXSPwt0bB5ZWqObsDJ4ZWzGKJMpcuoo3Uw
            czAcBgNVHREEFTATghFlbHNld2hlcmUuZXhhbXBsZTATBgNVHSUEDDAKBggrBgEF
            BQcDATAdBgNVHQ4EFgQUaOaNciEY1913+UEWfwxFBytrilQwHwYDVR0jBBgwFoAU
            ULd3rfbfegYgM1HV3F6tZINJPZQwCgYIKoZIzj0EAwIDSAAwRQIgJWa9GpyUepaJ
            ZhJqVo0RAcCqeEPFmeUfYHCIl1g1UNUCIQD+Fw2Gl0VtNdog4GGxpMwfv5o9f33C
            hQp/f6515srfxg==
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIAJiAA7I13+WzpZFkOM+bKoT1/y3lrQ77bAHqXhJN5V1oAoGCCqGSM49
            AwEHoUQDQgAEQMnpKLT4mwx+OJDaCZFHPbr0LbDRvYZr6L7m4ZTMU+I5wHr5MAUK
            W+nYV0j8LdGweWVqjm7AyeGVsxiiTKXLqA==
            -----END EC PRIVATE KEY-----
            """)

    /// For `localhost`, by an unknown authority.
    static let unknownAuthority = Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBrDCCAVKgAwIBAgIURJ3RMojXcgIiBfXp08BDI0WZh5MwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWVW5rbm93biBUZXN0IEF1dGhvcml0eTAgFw0yNjExMjEwMzU3
            MjFaGA8yMTI2MTAyNzAzNTcyMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYH
            KoZIzj0CAQYIKoZIzj0DAQcDQgAEXzWT3du7angZTtnuIoOoWXQ51tZ5OsYLjUiL
            b6WhlsDiFjZ1cHbiGSgNMd3rnLGgx8NuFrnizovut59d+38fr6NzMHEwGgYDVR0R
            BBMwEYIJbG9jYWxob3N0hwR/AAABMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1Ud
            DgQWBBRvu85uwxFmRnUiVL0TdR/tn8i3tTAfBgNVHSMEGDAWgBTKcRIXY0ndp5IW
            qnEh0PqfnhbrQzAKBggqhkjOPQQDAgNIADBFAiEA28YFNV0IXYTn7YWskaBtB6XN
            eIaGugOsjPo8W/91u1QCIExdmRQp4UQu7IuZvOzxZVLpiEE2u4/XEn/4bn+xn5s2
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIK5B50EYROeTCF3ceSyxVqNp0WdIQrU+SJjGSCYlckcToAoGCCqGSM49
            AwEHoUQDQgAEXzWT3du7angZTtnuIoOoWXQ51tZ5OsYLjUiLb6WhlsDiFjZ1cHbi
            GSgNMd3rnLGgx8NuFrnizovut59d+38frw==
            -----END EC PRIVATE KEY-----
            """)

    /// For `localhost`, by the trusted authority, expired in 2020.
    static let expired = Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBlzCCAT2gAwIBAgIBATAKBggqhkjOPQQDAjAhMR8wHQYDVQQDDBZGcmVzaGV0
            IFRlc3QgQXV0aG9yaXR5MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDIwMTAwMDAwMFow
            FDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
            tWVFMO7XeKxUSCOijA6iiZfdR2Hp6RmgFc1jTHabYjHTdj4TQiVuBvWRilgbQLBh
            hi5EGJoYn5bKdkqX/O8ZXaNzMHEwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAAB
            MBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBQQlepCaNO7pKgbAd6AaAiv
            kBlEuTAfBgNVHSMEGDAWgBRQt3et9t96BiAzUdXcXq1kg0k9lDAKBggqhkjOPQQD
            AgNIADBFAiEApmagEY+9HOG1JZNVcOmb0Z8Z4IiiNccYU7lwoV7By6gCIF3AAj0G
            QqF++DNJuAlFDqpTorCQmGvBrDafQUHelCQ0
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEICSXnJChA6xPqNuYGfvzGS8l6gbd/VLJEy4yWWrbqKOloAoGCCqGSM49
            AwEHoUQDQgAEtWVFMO7XeKxUSCOijA6iiZfdR2Hp6RmgFc1jTHabYjHTdj4TQiVu
            BvWRilgbQLBhhi5EGJoYn5bKdkqX/O8ZXQ==
            -----END EC PRIVATE KEY-----
            """)

    /// The certificate of a client, for servers that ask for one. It is its own authority.
    public static let clientCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBtDCCAVugAwIBAgIUSoyeK6jDay0LI7GSfaTaSL11Jz8wCgYIKoZIzj0EAwIw
        HjEcMBoGA1UEAwwTRnJlc2hldCBUZXN0IENsaWVudDAgFw0yNjExMjIxNDUxMjJa
        GA8yMTI2MTAyOTE0NTEyMlowHjEcMBoGA1UEAwwTRnJlc2hldCBUZXN0IENsaWVu
        dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJQpi/FHJgwRXuRcDuUkrS+OH0Ip
        HxHc44DWbqPbUJq/dIXYz8GFZVoWf67oLrZMi39LB+Br7nMNjBu7UbZUzimjdTBz
        MB0GA1UdDgQWBBTW58wS8mtRg26Vd+NszoHE8DdvpjAfBgNVHSMEGDAWgBTW58wS
        8mtRg26Vd+NszoHE8DdvpjATBgNVHSUEDDAKBggrBgEFBQcDAjALBgNVHQ8EBAMC
        AoQwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAoRRcEf7GO7CY1
        7dUteq0SDSBC17pqQpnJY4+TKAp2fAIgHVyJlpf4mObRAT+mpnqj1i/EZOLXsaxa
        pBWpMJ0CbJo=
        -----END CERTIFICATE-----
        """

    /// The private key of ``clientCertificate``.
    public static let clientKey = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIHsFm7gm9+nJaofBr9ZywdGeFQAHrwxV6denRvCUOUnzoAoGCCqGSM49
        AwEHoUQDQgAElCmL8UcmDBFe5FwO5SStL44fQikfEdzjgNZuo9tQmr90hdjPwYVl
        WhZ/rugutkyLf0sH4Gvucw2MG7tRtlTOKQ==
        -----END EC PRIVATE KEY-----
        """

    /// The SHA-256 digest of the trusted server's public key, in Base64.
    public static let trustedKey = "QVPSnBECDxDbh8+VvtwvcXo+BV6UpK970FqV6b8y0w0="
}
#endif
