#if NIO

/// Certificates for tests with TLS. Their private key is public, so never trust them outside tests.
///
/// They were made with `openssl ecparam -name prime256v1 -genkey` and `openssl ca`, with
/// `-selfsign` for the two authorities and with a `subjectAltName` for the leaves. They are valid
/// from 2026 to 2126.
public enum TestCertificates {
    /// The authority that clients trust, in PEM.
    public static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBqjCCAU+gAwIBAgIUL5Sbuz8O/wCJrG1IWJTY8+H+OdEwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1dGhvcml0eTAgFw0yNjAxMDEwMDAw
        MDBaGA8yMTI2MDEwMTAwMDAwMFowITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1
        dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABO4ipCb7JWx6ljV10yLU
        tU+mkJCXy3OjOqgqHmNYJerNrHxU3E8Zbf3GAhLeLdoS9iuLl6YI6m3Ac2GByPgj
        xKOjYzBhMB0GA1UdDgQWBBRiO2wyXQH7bbfyEVLC2EHpsIK7iDAfBgNVHSMEGDAW
        gBRiO2wyXQH7bbfyEVLC2EHpsIK7iDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB
        /wQEAwICBDAKBggqhkjOPQQDAgNJADBGAiEA80ndM62heu4yUP6NG3qLXlGKvqtt
        c7jX56mo874L8F8CIQDgoVlNcU1XeEA9OGY9DLDUl75hG8vft0bGww7968Fw2g==
        -----END CERTIFICATE-----
        """

    /// A certificate for `localhost` and `127.0.0.1`, signed by the trusted authority.
    static let trusted = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVKgAwIBAgIUe7d25gNb+Cw+I7WuLn6lhUgoCvEwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1dGhvcml0eTAgFw0yNjAxMDEwMDAw
        MDBaGA8yMTI2MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYH
        KoZIzj0CAQYIKoZIzj0DAQcDQgAEx2MfSZoQR/lX9D8B78iAX6JPHSpCRXQM385b
        rvBr4idHJZ/pQqVW/to4ma0Bs7pC1+B+hmqsXYZNLlCUTz8DQKNzMHEwGgYDVR0R
        BBMwEYIJbG9jYWxob3N0hwR/AAABMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1Ud
        DgQWBBSUCA5+2inSTjHPONMp6bV7gLrbrDAfBgNVHSMEGDAWgBRiO2wyXQH7bbfy
        EVLC2EHpsIK7iDAKBggqhkjOPQQDAgNIADBFAiEAhFQfehtQmov+yUWaeK+Uks4B
        jiIMKZcNrTDJnV8FOPICIGwVQB2vtChgSoTzfqdhMOh6SupJ/7fasFcxdvOQ5EDx
        -----END CERTIFICATE-----
        """

    /// A certificate for another host, signed by the trusted authority.
    static let wrongHost = """
        -----BEGIN CERTIFICATE-----
        MIIBtjCCAVygAwIBAgIULAcYUGkHVAD8+GfasNoTPZPb344wCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1dGhvcml0eTAgFw0yNjAxMDEwMDAw
        MDBaGA8yMTI2MDEwMTAwMDAwMFowHDEaMBgGA1UEAwwRZWxzZXdoZXJlLmV4YW1w
        bGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATHYx9JmhBH+Vf0PwHvyIBfok8d
        KkJFdAzfzluu8GviJ0cln+lCpVb+2jiZrQGzukLX4H6Gaqxdhk0uUJRPPwNAo3Uw
        czAcBgNVHREEFTATghFlbHNld2hlcmUuZXhhbXBsZTATBgNVHSUEDDAKBggrBgEF
        BQcDATAdBgNVHQ4EFgQUlAgOftop0k4xzzjTKem1e4C626wwHwYDVR0jBBgwFoAU
        YjtsMl0B+2238hFSwthB6bCCu4gwCgYIKoZIzj0EAwIDSAAwRQIgYZFKaxiXftSo
        C6MXAmZR6Tzb2km44g0SmjIfPAS0Xq4CIQD2rT0GlG/4RA5qAG1PP8NFW4lCPks+
        gL37tlY4ZloVVA==
        -----END CERTIFICATE-----
        """

    /// A certificate for `localhost`, signed by an unknown authority.
    static let unknownAuthority = """
        -----BEGIN CERTIFICATE-----
        MIIBpzCCAU2gAwIBAgIUPbRB5M+NZpn1y4GLXStYR0En0RswCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRVW5rbm93biBBdXRob3JpdHkwIBcNMjYwMTAxMDAwMDAwWhgP
        MjEyNjAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABMdjH0maEEf5V/Q/Ae/IgF+iTx0qQkV0DN/OW67wa+In
        RyWf6UKlVv7aOJmtAbO6QtfgfoZqrF2GTS5QlE8/A0CjczBxMBoGA1UdEQQTMBGC
        CWxvY2FsaG9zdIcEfwAAATATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQU
        lAgOftop0k4xzzjTKem1e4C626wwHwYDVR0jBBgwFoAUiog2swSCyN7gGn7h081s
        ACyKp9gwCgYIKoZIzj0EAwIDSAAwRQIhALvLTkpuMhFI7pjx6/uRH+upTXE3T75D
        a59Asf8w/sFlAiBejdtQL/Mf6QFBHmvk3b1wlByF9XVwxC5LrnlqGFqHsQ==
        -----END CERTIFICATE-----
        """

    /// A certificate for `localhost`, signed by the trusted authority, that expired in 2020.
    static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBqjCCAVCgAwIBAgIUGckuDsM3rCVRlV6S7l3vJwyEhQUwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWRnJlc2hldCBUZXN0IEF1dGhvcml0eTAeFw0yMDAxMDEwMDAw
        MDBaFw0yMDAyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqG
        SM49AgEGCCqGSM49AwEHA0IABMdjH0maEEf5V/Q/Ae/IgF+iTx0qQkV0DN/OW67w
        a+InRyWf6UKlVv7aOJmtAbO6QtfgfoZqrF2GTS5QlE8/A0CjczBxMBoGA1UdEQQT
        MBGCCWxvY2FsaG9zdIcEfwAAATATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4E
        FgQUlAgOftop0k4xzzjTKem1e4C626wwHwYDVR0jBBgwFoAUYjtsMl0B+2238hFS
        wthB6bCCu4gwCgYIKoZIzj0EAwIDSAAwRQIhAOwNM/CtTqi0PfGLiNFgDeFXpa3B
        mIO4KAwIW2h6WGwHAiBUWlXcoOMGzq2YUJt2kKcgRIDzys9ybWA+//jPmEjSzQ==
        -----END CERTIFICATE-----
        """

    /// A client certificate, for servers that request one. It is self-signed.
    public static let clientCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBtTCCAVugAwIBAgIUXpvsvbw1qAJ+xWaUpGY6vP8dUn4wCgYIKoZIzj0EAwIw
        HjEcMBoGA1UEAwwTRnJlc2hldCBUZXN0IENsaWVudDAgFw0yNjAxMDEwMDAwMDBa
        GA8yMTI2MDEwMTAwMDAwMFowHjEcMBoGA1UEAwwTRnJlc2hldCBUZXN0IENsaWVu
        dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMdjH0maEEf5V/Q/Ae/IgF+iTx0q
        QkV0DN/OW67wa+InRyWf6UKlVv7aOJmtAbO6QtfgfoZqrF2GTS5QlE8/A0CjdTBz
        MB0GA1UdDgQWBBSUCA5+2inSTjHPONMp6bV7gLrbrDAfBgNVHSMEGDAWgBSUCA5+
        2inSTjHPONMp6bV7gLrbrDATBgNVHSUEDDAKBggrBgEFBQcDAjALBgNVHQ8EBAMC
        AoQwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAoWq4QBIdJz8F
        7oNyeYs/y/FffVRmYKBlwrzpfvmd55ECIHcu1wEJ9MQCADPNg+OSWysr/rF1fVkh
        jZPqiOJvx0Ut
        -----END CERTIFICATE-----
        """

    /// The private key of ``clientCertificate`` and of the server certificates.
    public static let clientKey = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIFIusCFFD1c/Vm1T1O/HMSNJUM3eg2iQRY2ZKJgHJwLpoAoGCCqGSM49
        AwEHoUQDQgAEx2MfSZoQR/lX9D8B78iAX6JPHSpCRXQM385brvBr4idHJZ/pQqVW
        /to4ma0Bs7pC1+B+hmqsXYZNLlCUTz8DQA==
        -----END EC PRIVATE KEY-----
        """

    /// The SHA-256 digest of the trusted server's public key, in Base64.
    public static let trustedKey = "1reB+6I9wZJnFzLjkrULyHKoEvdcJuwrW9WyxJ1V5wU="
}
#endif
