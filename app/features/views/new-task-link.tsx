import { ButtonLink } from "~/ui/button";
import * as say from "./views-copy";

/** What a list leads to that has nothing yet, or not what somebody wants done. */
export const NewTaskLink = ({ works }: { works: boolean }) => (
  <ButtonLink look="primary" icon="new" href="/tasks/new" data-prefetch="intent">
    {works ? say.newTask : say.newRequest}
  </ButtonLink>
);
