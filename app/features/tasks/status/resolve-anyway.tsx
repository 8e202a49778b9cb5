import type { ReactNode } from "react";
import { Button } from "~/ui/button";

/** Sends the form once more, on purpose. */
export const ResolveAnyway = ({ children }: { children: ReactNode }) => (
  <Button look="primary" name="confirm" value="yes">
    {children}
  </Button>
);
