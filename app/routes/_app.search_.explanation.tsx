import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { explainTask } from "~/features/search/explain-task.server";
import { ExplainedParts, ExplanationForm } from "~/features/search/explanation";
import * as say from "~/features/search/search-pages-copy";
import { searchHref } from "~/features/search/search-url";
import { isAgent } from "~/features/users/users";
import { viewsOfTask } from "~/features/views/view-counts.server";
import { TaskViews } from "~/features/views/views-listing-task";
import { fromPayload } from "~/shell/payload-client-loader";
import { Notice } from "~/ui/notice";
import { PageHeader, SectionHeader } from "~/ui/page-header";

const TITLE = say.searchExplanation;

export const meta: MetaFunction = ({ matches, error }) => titled(TITLE, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [viewer, now] = [viewerOf(context), Date.now()];
  const asked = { text: searchParams.get("q") ?? "", task: searchParams.get("task") ?? "" };
  const works = isAgent(viewer);
  if (asked.task.trim() === "") return { ...asked, works, error: null, explanation: null, views: [] };
  const explanation = await explainTask(db, viewer, asked, now);
  if (explanation.ok) {
    const views = asked.text.trim() === "" && works ? await viewsOfTask(db, viewer, asked.task, now) : [];
    return { ...asked, works, error: null, explanation, views };
  }
  if (explanation.why === "query") {
    return data({ ...asked, works, error: explanation.message, explanation: null, views: [] }, { status: 422 });
  }
  const error = say.noSuchTask;
  return data({ ...asked, works, error, explanation: null, views: [] }, { status: 404 });
}

export const clientLoader = fromPayload("routes/_app.search_.explanation");

export default function ExplanationPage() {
  const { text, task, works, error, explanation, views } = useLoaderData<typeof loader>();
  return (
    <div className="search-page">
      <PageHeader
        up={{ href: searchHref({ text }), label: say.backToSearch }}
        title={TITLE}
        lead={say.explanationIntro(works)}
      />
      <ExplanationForm key={`${task} ${text}`} text={text} task={task} error={error} />
      {explanation && views.length > 0 && <TaskViews task={explanation.task} views={views} />}
      {explanation && views.length === 0 && (
        <section aria-labelledby="explained">
          <SectionHeader title={explanation.found ? say.searchFindsIt : say.searchMissesIt} id="explained">
            <a href={`/tasks/${explanation.task.id}`}>{`#${explanation.task.id} ${explanation.task.title}`}</a>
          </SectionHeader>
          {explanation.parts ? (
            <ExplainedParts parts={explanation.parts} />
          ) : (
            <p className="list-summary">{say.emptySearchFindsAll}</p>
          )}
          {explanation.beside.map((sentence) => (
            <Notice key={sentence}>{sentence}</Notice>
          ))}
        </section>
      )}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
