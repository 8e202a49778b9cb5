import { scryptSync } from "node:crypto";

/** A real hash at a low cost, which is part of the hash. A fifth of a second per password and sign-in would add up. */
export const quickHashOf = (password: string) =>
  `$scrypt$ln=10,r=1,p=1$c2FsdA$${scryptSync(password, "salt", 32, { N: 1_024, r: 1, p: 1 }).toString("base64url")}`;
