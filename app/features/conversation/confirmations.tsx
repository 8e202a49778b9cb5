import type { ComponentProps } from "react";
import { ConflictChoices } from "~/features/tasks/concurrency/conflict-choices";
import { UnfinishedNotice } from "~/features/tasks/status/unfinished";
import { HeldNotice } from "./sending/held-reply";

export type Question =
  | ({ about: "conflicts" } & ComponentProps<typeof ConflictChoices>)
  | ({ about: "held" } & ComponentProps<typeof HeldNotice>)
  | ({ about: "unfinished" } & ComponentProps<typeof UnfinishedNotice>);

/** What a form asks before anything is saved or sent. */
export function AskedBack(question: Question) {
  switch (question.about) {
    case "conflicts":
      return <ConflictChoices {...question} />;
    case "held":
      return <HeldNotice {...question} />;
    case "unfinished":
      return <UnfinishedNotice {...question} />;
  }
}
