/** The server that `remix dev` starts, and starts anew after each change. */

import { fail, Trouble } from "./say.mjs";
import { serve } from "./serve.mjs";

try {
  await serve();
} catch (error) {
  if (error instanceof Trouble) fail(error.message);
  throw error;
}
