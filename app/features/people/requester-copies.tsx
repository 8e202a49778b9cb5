import { Button } from "~/ui/button";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import * as say from "./people-copy";
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
      <SectionHeader title={say.inCopy} id="in-copy" />
      {people.length > 0 && (
        <ul>
          {people.map(({ id, name }) => (
            <li key={id}>
              <Person name={name} />
              {id === viewerId && (
                <form method="post" action={`/tasks/${taskId}/participants`}>
                  <Button look="quiet" name="remove" value={id}>
                    {say.leave}
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      {isRequester && (
        <PutInCopy label={say.putSomebodyInCopy} hint={say.whatInCopyMeans} requestKey={requestKey} refusal={refusal} />
      )}
    </section>
  );
}
