import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Certificate = {
  /** PEM. A client that trusts this certificate trusts the server. */
  certificate: string;
  key: string;
  certificateFile: string;
  keyFile: string;
};

/** Creates a self-signed certificate for localhost and 127.0.0.1, in files in this folder. */
export function selfSignedCertificate(folder: string): Certificate {
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2"],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
      ...["-keyout", keyFile, "-out", certificateFile],
    ],
    { stdio: "pipe" },
  );
  return {
    certificate: readFileSync(certificateFile, "utf8"),
    key: readFileSync(keyFile, "utf8"),
    certificateFile,
    keyFile,
  };
}
