import type { Example } from '../../example'

const page = 'https://buildkite.com/tidewater/garden/builds/42'
const build = {
  id: 'b1',
  number: 42,
  web_url: page,
  state: 'passed',
  blocked: false,
  message: 'Plant tulips',
  branch: 'main',
  commit: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
}
const job = { id: 'j1', name: 'lint', state: 'failed', soft_failed: false, web_url: `${page}#j1` }
const agent = { id: 'a1', name: 'shed-1', web_url: 'https://buildkite.com/organizations/tidewater/agents/a1' }

const of = (event: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-Buildkite-Event': event },
  payload: { event, build, pipeline: { name: 'garden' }, sender: { name: 'Ada Park' }, ...payload },
})

const subject = {
  type: 'test',
  test_id: 't1',
  test_full_name: 'The hose is dry',
  test_location: './test/hose.ts:22',
  test_url: 'https://buildkite.com/organizations/tidewater/analytics/t1',
}

export const examples: readonly Example[] = [
  {
    title: 'Buildkite tries the address',
    ...of('ping', { organization: { name: 'Tidewater' } }),
    message: { topic: 'Buildkite', content: '**Ada Park** connected **Tidewater** to this stream.' },
  },
  {
    title: 'A build runs',
    ...of('build.running', { build: { ...build, state: 'running' } }),
    message: {
      topic: 'garden / main',
      content:
        ':working_on_it: **[Build #42](https://buildkite.com/tidewater/garden/builds/42)** (Plant tulips) is running on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build is failing',
    ...of('build.failing', { build: { ...build, state: 'failing' } }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Build #42](https://buildkite.com/tidewater/garden/builds/42)** (Plant tulips) is failing on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build passes',
    ...of('build.finished', {}),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Build #42](https://buildkite.com/tidewater/garden/builds/42)** (Plant tulips) passed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build fails',
    ...of('build.finished', { build: { ...build, state: 'failed' } }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Build #42](https://buildkite.com/tidewater/garden/builds/42)** (Plant tulips) failed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build is blocked',
    ...of('build.blocked', { build: { ...build, blocked: true } }),
    message: {
      topic: 'garden / main',
      content:
        ':time_ticking: **[Build #42](https://buildkite.com/tidewater/garden/builds/42)** (Plant tulips) is waiting for somebody to unblock it on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A job fails',
    ...of('job.finished', { job }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: Job **[lint](https://buildkite.com/tidewater/garden/builds/42#j1)** of [Build #42](https://buildkite.com/tidewater/garden/builds/42) failed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A job fails, which is ignored',
    ...of('job.finished', { job: { ...job, soft_failed: true } }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: Job **[lint](https://buildkite.com/tidewater/garden/builds/42#j1)** of [Build #42](https://buildkite.com/tidewater/garden/builds/42) failed, which is ignored, on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build is unblocked',
    ...of('job.activated', { job: { id: 'j2', unblocked_by: { name: 'Bo Li' } } }),
    message: {
      topic: 'garden / main',
      content: '**Bo Li** unblocked [Build #42](https://buildkite.com/tidewater/garden/builds/42).',
    },
  },
  {
    title: 'An agent is lost',
    ...of('agent.lost', { agent }),
    message: {
      topic: 'agents',
      content: ':warning: Agent **[shed-1](https://buildkite.com/organizations/tidewater/agents/a1)** was lost.',
    },
  },
  {
    title: 'An agent is blocked',
    ...of('agent.blocked', { agent, blocked_ip: '204.0.113.4' }),
    message: {
      topic: 'agents',
      content:
        ':warning: Agent **[shed-1](https://buildkite.com/organizations/tidewater/agents/a1)** was blocked, because `204.0.113.4` is not allowed.',
    },
  },
  {
    title: 'An agent may not be registered',
    ...of('cluster_token.registration_blocked', { blocked_ip: '204.0.113.4', cluster_token: { description: 'shed' } }),
    message: {
      topic: 'agents',
      content: ':warning: An agent could not be registered with the token `shed` from the address `204.0.113.4`.',
    },
  },
  {
    title: 'A package is published',
    ...of('package.created', {
      package: {
        name: 'shears',
        web_url: 'https://buildkite.com/organizations/tidewater/packages/1',
        registry: { slug: 'tools' },
      },
    }),
    message: {
      topic: 'tools',
      content: 'The package **[shears](https://buildkite.com/organizations/tidewater/packages/1)** was published.',
    },
  },
  {
    title: 'A watched test needs a look',
    ...of('workflow.alarm', { subject }),
    message: {
      topic: 'tests',
      content: `:warning: The test **[The hose is dry](https://buildkite.com/organizations/tidewater/analytics/t1)** needs a look.
* **Location**: \`./test/hose.ts:22\``,
    },
  },
  {
    title: 'A watched test works again',
    ...of('workflow.recover', { subject }),
    message: {
      topic: 'tests',
      content: `:check: The test **[The hose is dry](https://buildkite.com/organizations/tidewater/analytics/t1)** works well again.
* **Location**: \`./test/hose.ts:22\``,
    },
  },
]
