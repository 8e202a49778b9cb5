/**
 * The policy of a document: scripts only with this answer's nonce or from our own files, no inline style, nothing from
 * other hosts. A form may also lead to the external sign-in provider, since browsers apply `form-action` to redirects.
 */
export function contentSecurityPolicy(nonce: string, issuer: string | undefined): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // `npm run dev` tells open pages over a socket of its own when to reload.
    `connect-src 'self'${process.env.NODE_ENV === "development" ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${issuer ? ` ${new URL(issuer).origin}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
