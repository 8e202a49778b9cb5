import { randomBytes } from "node:crypto";

/** 32 random bytes as 64 lower-case hex digits. */
export const randomToken = () => randomBytes(32).toString("hex");
