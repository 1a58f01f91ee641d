import type { Example } from '../../example'
import { of } from './example-requests'

const sha = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const page = 'https://github.com/tidewater/garden'
const deployment = { id: 3, ref: 'main', environment: 'production' }

export const buildExamples: readonly Example[] = [
  {
    title: 'A workflow fails',
    ...of('workflow_run', {
      action: 'completed',
      workflow_run: {
        id: 9001,
        name: 'Tests',
        run_number: 42,
        status: 'completed',
        conclusion: 'failure',
        head_branch: 'main',
        head_sha: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
        html_url: 'https://github.com/tidewater/garden/actions/runs/9001',
      },
    }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Workflow Tests #42](https://github.com/tidewater/garden/actions/runs/9001)** failed on `main` at `0a1b2c3d4e`.',
    },
  },
  {
    title: 'A check passes',
    ...of('check_run', {
      action: 'completed',
      check_run: {
        name: 'lint',
        conclusion: 'success',
        head_sha: sha,
        html_url: `${page}/runs/77`,
        check_suite: { head_branch: 'main' },
      },
    }),
    message: {
      topic: 'garden / main',
      content: ':check: Check [lint](https://github.com/tidewater/garden/runs/77) passed at `0a1b2c3d4e`.',
    },
  },
  {
    title: 'Another service sets the state of a commit',
    ...of('status', {
      state: 'pending',
      context: 'ci/weather',
      target_url: 'https://weather.example.com/4',
      description: 'Waiting for rain',
      sha,
      commit: { html_url: `${page}/commit/${sha}` },
      branches: [{ name: 'main' }],
    }),
    message: {
      topic: 'garden / main',
      content: `:time_ticking: Status [ci/weather](https://weather.example.com/4) is waiting at [0a1b2c3d4e](https://github.com/tidewater/garden/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567).
\`\`\`quote
Waiting for rain
\`\`\``,
    },
  },
  {
    title: 'A deployment begins',
    ...of('deployment', { action: 'created', deployment }),
    message: { topic: 'garden / deployments', content: '**ada** began to deploy `main` to **production**.' },
  },
  {
    title: 'A deployment succeeds',
    ...of('deployment_status', {
      action: 'created',
      deployment,
      deployment_status: {
        state: 'success',
        environment: 'production',
        environment_url: 'https://garden.example.com',
        description: '',
      },
    }),
    message: {
      topic: 'garden / deployments',
      content: ':check: **[Deployment to production](https://garden.example.com/)** of `main` succeeded.',
    },
  },
  {
    title: 'The pages are built',
    ...of('page_build', { id: 6, build: { status: 'built', pusher: { login: 'bo' }, error: { message: null } } }),
    message: { topic: 'garden / pages', content: ':check: The build of the pages passed after a push by **bo**.' },
  },
]
