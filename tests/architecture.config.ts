import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Runs the architecture test alone, without the databases that other tests need: part of `npm run check`. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: { include: ["tests/architecture.test.ts"] },
});
