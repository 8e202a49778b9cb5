import { ButtonLink } from "~/ui/button";

/** What a list leads to that has nothing yet, or not what somebody wants done. */
export const NewTaskLink = ({ works }: { works: boolean }) => (
  <ButtonLink look="primary" icon="new" href="/tasks/new" data-prefetch="intent">
    {works ? "New task" : "New request"}
  </ButtonLink>
);
