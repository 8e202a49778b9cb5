import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secretOf, settings } from "~/lib/settings.server";

/** An address's secrets, for signing in to servers and verifying mail sent by HTTP. */
export type MailSecrets = {
  imapPassword?: string;
  /** Missing if it is the same as IMAP's. */
  smtpPassword?: string;
  clientSecret?: string;
  httpSecret?: string;
  /** OAuth 2; times in UTC milliseconds. */
  tokens?: {
    access: string;
    /** Null with an application's own permissions. */
    refresh: string | null;
    expiresAt: number;
    /** Null if the provider doesn't say. */
    consentUntil: number | null;
    /** The mail server refused it, so it is renewed. */
    isRefused?: boolean;
    /** It replaced a token that the mail server refused. */
    isAfterRefusal?: boolean;
  };
  /** A consent whose code hasn't been exchanged for tokens yet. */
  consent?: { code: string; verifier: string; redirectUri: string };
};

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1.";

const keys = new Map<string, Buffer>();
let own: string | undefined;

/** Deriving is cheap, but reading the secret may read a file. */
function keyFrom(secret: string | undefined): Buffer {
  own ??= secretOf(settings());
  const used = secret ?? own;
  const key = keys.get(used) ?? Buffer.from(hkdfSync("sha256", used, "", "mail secrets", 32));
  keys.set(used, key);
  return key;
}

/**
 * Encrypts secrets for the database with a key derived from SESSION_SECRET. Returns "" if there are none.
 *
 * Shape  "v1." and base64url of the initialisation vector, the authentication tag and the encrypted JSON
 */
export function encryptSecrets(secrets: MailSecrets, secret?: string): string {
  if (Object.values(secrets).every((one) => one === undefined)) return "";
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), iv);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Null if the text is damaged or SESSION_SECRET has changed since: an admin must then enter the passwords again. */
export function decryptSecrets(text: string, secret?: string): MailSecrets | null {
  if (text === "") return {};
  const bytes = Buffer.from(text.slice(VERSION.length), "base64url");
  if (!text.startsWith(VERSION) || bytes.length <= IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, keyFrom(secret), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(plain.toString("utf8")) as MailSecrets;
  } catch {
    return null; // the tag doesn't match
  }
}
