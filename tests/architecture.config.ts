import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The architecture alone, without the databases that the other tests need: part of `npm run check`. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: { include: ["tests/architecture.test.ts"] },
});
