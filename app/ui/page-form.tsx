import { useLocation } from "@remix-run/react";
import { type ComponentProps, forwardRef } from "react";

/**
 * A form that is sent to the page it stands on. HTML would do so by itself, but with the fragment of the address: whatever
 * page comes next would then be scrolled to it.
 */
export const PageForm = forwardRef<HTMLFormElement, Omit<ComponentProps<"form">, "ref" | "action">>(
  function PageForm(form, ref) {
    const { pathname, search } = useLocation();
    return <form {...form} method="post" action={pathname + search} ref={ref} />;
  },
);
