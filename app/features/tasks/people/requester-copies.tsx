import { Button } from "~/ui/button";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import { type Copies, PutInCopy } from "./task-people";

/** Who is in copy, for whoever asked: they may ask others in, and who is in copy may leave. */
export function RequesterCopies({
  taskId,
  people,
  requestKey,
  refusal,
  isRequester,
  viewerId,
}: Copies & { isRequester: boolean; viewerId: number | null }) {
  if (people.length === 0 && !isRequester) return null;
  return (
    <section className="task-people" aria-labelledby="in-copy">
      <SectionHeader title="In copy" id="in-copy" />
      {people.length > 0 && (
        <ul>
          {people.map(({ id, name }) => (
            <li key={id}>
              <Person name={name} />
              {id === viewerId && (
                <form method="post" action={`/tasks/${taskId}/participants`}>
                  <Button look="quiet" name="remove" value={id}>
                    Leave
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      {isRequester && (
        <PutInCopy
          label="Put somebody in copy"
          hint="An e-mail address. They read and answer what you read and answer."
          requestKey={requestKey}
          refusal={refusal}
        />
      )}
    </section>
  );
}
