import type { EventReader } from '../../integration'
import { boldLink, escapeInline, joinWords } from '../../markdown'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

/** A run of a workflow. Its request says everything within the run. */
const run =
  (state: BuildState, verb?: string): EventReader =>
  (payload) => {
    const branch = payload.text('run.prettyref')
    const repository = payload.firstText('run.repository.name', 'repository.name') || 'Forgejo'
    const workflow = payload.text('run.workflow_id').replace(/\.ya?ml$/, '')
    return {
      topic: branch === '' ? repository : `${repository} / ${branch}`,
      content: buildSentence({
        state,
        what: joinWords(
          boldLink(`Workflow ${workflow} #${payload.text('run.index_in_repo')}`, payload.text('run.html_url')),
          payload.text('run.title') && `(${escapeInline(payload.text('run.title'), 100)})`,
        ),
        ...(verb !== undefined && { verb }),
        rest: buildPlace(branch, payload.text('run.commit_sha')),
      }),
      subject: `run ${payload.text('run.id')}`,
    }
  }

export const runPassed = run('passed')
export const runRecovered = run('passed', 'passed again')
export const runFailed = run('failed')
export const runStopped = run('stopped')
