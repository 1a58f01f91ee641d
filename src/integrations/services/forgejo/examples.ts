import type { Example } from '../../example'
import { examples as giteaExamples } from '../gitea/examples'

/** A request with an event of the builds of `garden`. */
const of = (event: string, action: string): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-Forgejo-Event': event, 'X-Gitea-Event': event },
  payload: {
    action,
    run: {
      id: 91,
      title: 'Plant tulips',
      workflow_id: 'tests.yml',
      index_in_repo: 42,
      prettyref: 'main',
      commit_sha: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
      html_url: 'https://git.example.com/tidewater/garden/actions/runs/42',
      repository: { name: 'garden' },
    },
  },
})

const buildExamples: readonly Example[] = [
  {
    title: 'A workflow passes',
    ...of('action_run_success', 'success'),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Workflow tests #42](https://git.example.com/tidewater/garden/actions/runs/42)** (Plant tulips) passed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A workflow passes again',
    ...of('action_run_recover', 'recover'),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Workflow tests #42](https://git.example.com/tidewater/garden/actions/runs/42)** (Plant tulips) passed again on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A workflow fails',
    ...of('action_run_failure', 'failure'),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Workflow tests #42](https://git.example.com/tidewater/garden/actions/runs/42)** (Plant tulips) failed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A workflow is cancelled',
    ...of('action_run_cancelled', 'cancelled'),
    message: {
      topic: 'garden / main',
      content:
        ':prohibited: **[Workflow tests #42](https://git.example.com/tidewater/garden/actions/runs/42)** (Plant tulips) was stopped on `main` at `1b2c3d4e5f`.',
    },
  },
]

const sharedExamples = giteaExamples.filter(({ headers }) => headers?.['X-Gitea-Event'] !== 'workflow_run')

export const examples: readonly Example[] = [...buildExamples, ...sharedExamples]
