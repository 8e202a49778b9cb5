const BEGINS = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[\w-]{1,40}: [^\n]{0,200}\n)*\n/m;
const SIGNATURE_BEGINS = /^-----BEGIN PGP SIGNATURE-----/m;
const SIGNATURE_ENDS = /^-----END PGP SIGNATURE-----[ \t]*\n?/m;

/** Removes the armor of a text signed with OpenPGP: our readers can't check it. Text before and after it stays. */
export function withoutClearSignature(text: string): string {
  const begin = BEGINS.exec(text);
  if (!begin) return text;
  const signed = text.slice(begin.index + begin[0].length);
  const signature = SIGNATURE_BEGINS.exec(signed);
  if (!signature) return text;
  const below = signed.slice(signature.index);
  const end = SIGNATURE_ENDS.exec(below);
  const after = end ? below.slice(end.index + end[0].length) : "";
  return text.slice(0, begin.index) + signed.slice(0, signature.index).replace(/^- /gm, "") + after;
}

/** Whether a text is, or contains, a message encrypted with OpenPGP. */
export const isEncryptedText = (text: string) =>
  /^-----BEGIN PGP MESSAGE-----[ \t]*$/m.test(text) && /^-----END PGP MESSAGE-----/m.test(text);
