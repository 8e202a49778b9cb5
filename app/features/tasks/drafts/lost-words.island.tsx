import { type ComponentProps, useEffect } from "react";
import { useLater } from "~/ui/later";
import type { KeptCopies } from "./kept-copies";

const load = () => import("./kept-copies");

/** On an error page: what its reader had written there and only this browser has. It comes with the error, not before. */
export function LostWords(props: ComponentProps<typeof KeptCopies>) {
  const [late, come] = useLater(load);
  useEffect(come, [come]);
  return late && <late.KeptCopies {...props} />;
}
