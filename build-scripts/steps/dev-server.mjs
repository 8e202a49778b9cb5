/** The server that `remix dev` starts, and starts anew after each change. */

import { Ended, fail, Trouble } from "./say.mjs";
import { serve } from "./serve.mjs";

try {
  await serve();
} catch (error) {
  if (error instanceof Ended) process.exit(error.code);
  if (error instanceof Trouble) fail(error.message);
  throw error;
}
