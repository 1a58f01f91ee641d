import type { Example } from '../../example'

const of = (phase: string, build: object = {}): Pick<Example, 'payload'> => ({
  payload: {
    name: 'garden',
    display_name: 'garden',
    url: 'job/garden/',
    build: {
      full_url: 'https://jenkins.example.com/job/garden/42/',
      number: 42,
      phase,
      scm: { branch: 'origin/main', commit: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789' },
      ...build,
    },
  },
})

export const examples: readonly Example[] = [
  { title: 'A build waits', ...of('QUEUED'), message: null },
  {
    title: 'A build runs',
    ...of('STARTED'),
    message: {
      topic: 'garden',
      content:
        ':working_on_it: **[Build #42](https://jenkins.example.com/job/garden/42/)** is running on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build passes',
    ...of('COMPLETED', { status: 'SUCCESS' }),
    message: {
      topic: 'garden',
      content: ':check: **[Build #42](https://jenkins.example.com/job/garden/42/)** passed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build is unstable',
    ...of('COMPLETED', { status: 'UNSTABLE', test_summary: { total: 120, failed: 2, passed: 118, skipped: 0 } }),
    message: {
      topic: 'garden',
      content: `:cross_mark: **[Build #42](https://jenkins.example.com/job/garden/42/)** is unstable on \`main\` at \`1b2c3d4e5f\`.
* **Failed tests**: 2 of 120 tests`,
    },
  },
  {
    title: 'A build fails',
    ...of('FINALIZED', { status: 'FAILURE' }),
    message: {
      topic: 'garden',
      content:
        ':cross_mark: **[Build #42](https://jenkins.example.com/job/garden/42/)** failed on `main` at `1b2c3d4e5f`.',
    },
  },
]
