import type { Example } from '../../example'

const of = (type: string, payload: object): Pick<Example, 'payload'> => ({
  payload: {
    id: '3888f21b-eaa7-38e3-8f3d-75a63bba8895',
    type,
    project: { name: 'garden', slug: 'github/tidewater/garden' },
    pipeline: { number: 42, vcs: { branch: 'main', revision: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789' } },
    workflow: { id: 'w1', name: 'tests', status: 'success', url: 'https://app.circleci.com/pipelines/w1' },
    ...payload,
  },
})

export const examples: readonly Example[] = [
  {
    title: 'A workflow passes',
    ...of('workflow-completed', {}),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Workflow tests #42](https://app.circleci.com/pipelines/w1)** passed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A workflow fails',
    ...of('workflow-completed', {
      workflow: { id: 'w1', name: 'tests', status: 'failed', url: 'https://app.circleci.com/pipelines/w1' },
    }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Workflow tests #42](https://app.circleci.com/pipelines/w1)** failed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A job is canceled',
    ...of('job-completed', { job: { id: 'j1', name: 'lint', status: 'canceled' } }),
    message: {
      topic: 'garden / main',
      content:
        ':prohibited: Job **lint** of [Workflow tests #42](https://app.circleci.com/pipelines/w1) was stopped on `main` at `1b2c3d4e5f`.',
    },
  },
]
