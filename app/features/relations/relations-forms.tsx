import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField, TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { NeighbourLine, progressOf } from "./related-tasks";
import { LINK_VIEWS, linkWords, RELATION_LIMITS } from "./relations";
import * as say from "./relations-copy";
import type { Relations } from "./relations-read.server";

type Props = {
  taskId: number;
  relations: Relations;
  refused: { form: string; refusal: Refusal } | null;
};

export function RelationsForms({ taskId, relations, refused }: Props) {
  const of = (form: string) => (refused?.form === form ? refused.refusal : null);
  return (
    <div className="related-page">
      <Links links={relations.links} refusal={of("link")} />
      {relations.parent ? (
        <Parent taskId={taskId} parent={relations.parent} />
      ) : (
        <SubTasks taskId={taskId} subTasks={relations.subTasks} refusal={of("parent")} />
      )}
    </div>
  );
}

function Links({ links, refusal }: { links: Relations["links"]; refusal: Refusal | null }) {
  return (
    <section className="related" aria-labelledby="links">
      <SectionHeader title={say.links} id="links" />
      {links.length === 0 ? (
        <EmptyState small title={say.noLinkedTasksYet} />
      ) : (
        <ul className="related-list">
          {links.map(({ view, words, task }, index) => (
            <li key={task ? `${view} ${task.id}` : `unseen ${index}`}>
              {words} <NeighbourLine task={task} />
              {task && (
                <RemoveForm fields={{ form: "unlink", link: view, other: task.id }} words={say.linkTo(task.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {links.length < RELATION_LIMITS.links && (
        <PageForm
          className="field-line"
          aria-label={say.addALink}
          key={links.length}
          data-keeps-scroll
          data-looks-up="other"
        >
          <input type="hidden" name="form" value="link" />
          <SelectField
            label={say.thisTask}
            name="link"
            refusal={refusal}
            choices={LINK_VIEWS.map((view) => ({ value: view, label: linkWords(view) }))}
          />
          <TextField
            label={say.taskNumberOrTitle}
            name="other"
            isAlone
            required
            placeholder={say.numberOrTitle}
            autoComplete="off"
            refusal={refusal}
          />
          <Button>{say.addLink}</Button>
        </PageForm>
      )}
    </section>
  );
}

function Parent({ taskId, parent: { task } }: { taskId: number; parent: NonNullable<Relations["parent"]> }) {
  return (
    <section className="related" aria-labelledby="parent">
      <SectionHeader title={say.subTaskOf} id="parent" />
      <ul className="related-list">
        <li>
          <NeighbourLine task={task} />
          {task && <RemoveForm fields={releasing(taskId, task.id)} words={say.fromSubTasksOf(task.id)} />}
        </li>
      </ul>
    </section>
  );
}

/** `words`: what the button removes, for screen readers. */
function RemoveForm({ fields, words }: { fields: Record<string, string | number>; words: string }) {
  return (
    <PageForm data-keeps-scroll>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button look="quiet">
        {say.remove}
        <span className="unseen"> {words}</span>
      </Button>
    </PageForm>
  );
}

const releasing = (child: number, parent: number) => ({ form: "release", child, parent });

type SubTasksProps = { taskId: number; subTasks: Relations["subTasks"]; refusal: Refusal | null };

function SubTasks({ taskId, subTasks, refusal }: SubTasksProps) {
  return (
    <section className="related" aria-labelledby="sub-tasks">
      <SectionHeader title={say.subTasks} id="sub-tasks">
        {subTasks.length > 0 && <span className="related-progress">{progressOf(subTasks)}</span>}
      </SectionHeader>
      {subTasks.length === 0 ? (
        <EmptyState small title={say.noSubTasksListed} />
      ) : (
        <ul className="related-list">
          {subTasks.map((task, index) => (
            <li key={task?.id ?? `unseen ${index}`}>
              <NeighbourLine task={task} />
              {task && <RemoveForm fields={releasing(task.id, taskId)} words={say.taskFromSubTasks(task.id)} />}
            </li>
          ))}
        </ul>
      )}
      <div className="buttons">
        <ButtonLink icon="new" href={`/tasks/new?parent=${taskId}`}>
          {say.newSubTask}
        </ButtonLink>
        {subTasks.length > 0 && (
          <ButtonLink look="quiet" href={`/tasks/${taskId}/children`}>
            {say.answerOrResolveSubTasks}
          </ButtonLink>
        )}
      </div>
      {subTasks.length === 0 && (
        <PageForm className="field-line" aria-label={say.makeThisASubTask} data-keeps-scroll data-looks-up="parent">
          <input type="hidden" name="form" value="parent" />
          <TextField
            label={say.makeThisASubTaskOf}
            name="parent"
            isAlone
            required
            placeholder={say.numberOrTitle}
            autoComplete="off"
            refusal={refusal}
          />
          <Button>{say.setParentTask}</Button>
        </PageForm>
      )}
    </section>
  );
}
