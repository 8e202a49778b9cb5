import sheet from "~/ui/styles/comforts.css";
import { sheetInPlace } from "./sheet-in-place";

/** What toasts and the offer to install look like comes with the first of them: without, it would push the page about. */
export async function withLooks<Module>(module: Promise<Module>): Promise<Module> {
  const [arrived] = await Promise.all([module, sheetInPlace(sheet)]);
  return arrived;
}
