import type { Example } from '../../example'
import { at, of, page } from './example-requests'

const hash = '1b2c3d4e5f60718293a4b5c6d7e8f90123456789'
const branch = (name: string): object => ({ type: 'branch', name, ...at(`${page}/branch/${name}`) })
const commit = {
  hash,
  message: 'Plant tulips\n',
  author: { raw: 'Bo Li <bo@example.com>' },
  ...at(`${page}/commits/${hash}`),
}
const change = {
  old: branch('main'),
  new: branch('main'),
  commits: [commit],
  forced: false,
  truncated: false,
  ...at(`${page}/branches/compare/main`),
}
const commit_status = {
  key: 'tests',
  name: 'Tests #42',
  url: `${page}/pipelines/results/42`,
  refname: 'main',
  description: '',
  commit: { hash, ...at(`${page}/commits/${hash}`) },
}

export const codeExamples: readonly Example[] = [
  {
    title: 'A commit is pushed',
    ...of('repo:push', { push: { changes: [change] } }),
    message: {
      topic: 'garden / main',
      content: `**Ada Park** pushed [1 commit](https://bitbucket.org/tidewater/garden/branches/compare/main) to [main](https://bitbucket.org/tidewater/garden/branch/main).
* Plant tulips ([1b2c3d4e5f](https://bitbucket.org/tidewater/garden/commits/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)`,
    },
  },
  {
    title: 'Many commits are pushed by force',
    ...of('repo:push', { push: { changes: [{ ...change, forced: true, truncated: true }] } }),
    message: {
      topic: 'garden / main',
      content: `**Ada Park** force-pushed [more than 1 commit](https://bitbucket.org/tidewater/garden/branches/compare/main) to [main](https://bitbucket.org/tidewater/garden/branch/main).
* Plant tulips ([1b2c3d4e5f](https://bitbucket.org/tidewater/garden/commits/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)`,
    },
  },
  {
    title: 'A branch is created, and another one deleted',
    ...of('repo:push', {
      push: {
        changes: [
          { ...change, old: null, new: branch('roses') },
          { ...change, old: branch('weeds'), new: null, commits: [] },
        ],
      },
    }),
    message: {
      topic: 'garden / roses',
      content: `**Ada Park** created the branch [roses](https://bitbucket.org/tidewater/garden/branch/roses) with [1 commit](https://bitbucket.org/tidewater/garden/branches/compare/main).
* Plant tulips ([1b2c3d4e5f](https://bitbucket.org/tidewater/garden/commits/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)

**Ada Park** deleted the branch \`weeds\`.`,
    },
  },
  {
    title: 'A tag is pushed',
    ...of('repo:push', {
      push: { changes: [{ old: null, new: { type: 'tag', name: 'v1.2', ...at(`${page}/commits/tag/v1.2`) } }] },
    }),
    message: {
      topic: 'garden / tags',
      content: '**Ada Park** created the tag [v1.2](https://bitbucket.org/tidewater/garden/commits/tag/v1.2).',
    },
  },
  {
    title: 'A commit gets a comment',
    ...of('repo:commit_comment_created', {
      commit: { hash },
      comment: { content: { raw: 'Why red?' }, ...at(`${page}/commits/${hash}#comment-1`) },
    }),
    message: {
      topic: 'garden / commit 1b2c3d4e5f',
      content: `**Ada Park** [commented](https://bitbucket.org/tidewater/garden/commits/1b2c3d4e5f60718293a4b5c6d7e8f90123456789#comment-1) on the commit \`1b2c3d4e5f\`:
\`\`\`quote
Why red?
\`\`\``,
    },
  },
  {
    title: 'A build runs',
    ...of('repo:commit_status_created', { commit_status: { ...commit_status, state: 'INPROGRESS' } }),
    message: {
      topic: 'garden / main',
      content:
        ':working_on_it: [Tests #42](https://bitbucket.org/tidewater/garden/pipelines/results/42) is running on `main` at [1b2c3d4e5f](https://bitbucket.org/tidewater/garden/commits/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A build fails',
    ...of('repo:commit_status_updated', {
      commit_status: { ...commit_status, state: 'FAILED', description: '2 tests failed' },
    }),
    message: {
      topic: 'garden / main',
      content: `:cross_mark: [Tests #42](https://bitbucket.org/tidewater/garden/pipelines/results/42) failed on \`main\` at [1b2c3d4e5f](https://bitbucket.org/tidewater/garden/commits/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).
\`\`\`quote
2 tests failed
\`\`\``,
    },
  },
  {
    title: 'The repository is forked',
    ...of('repo:fork', { fork: { full_name: 'bo/garden', ...at('https://bitbucket.org/bo/garden') } }),
    message: {
      topic: 'garden',
      content:
        '**Ada Park** forked [tidewater/garden](https://bitbucket.org/tidewater/garden) to [bo/garden](https://bitbucket.org/bo/garden).',
    },
  },
  {
    title: 'A repository is created',
    ...of('repo:created', {}),
    message: {
      topic: 'garden',
      content: '**Ada Park** created the repository [tidewater/garden](https://bitbucket.org/tidewater/garden).',
    },
  },
  {
    title: 'The repository is imported',
    ...of('repo:imported', {}),
    message: {
      topic: 'garden',
      content: '**Ada Park** imported the repository [tidewater/garden](https://bitbucket.org/tidewater/garden).',
    },
  },
  {
    title: 'The repository is deleted',
    ...of('repo:deleted', {}),
    message: { topic: 'garden', content: '**Ada Park** deleted the repository **tidewater/garden**.' },
  },
  {
    title: 'The repository moves to this workspace',
    ...of('repo:transfer', { previous_workspace: { slug: 'meadow' } }),
    message: {
      topic: 'garden',
      content:
        '**Ada Park** moved the repository [tidewater/garden](https://bitbucket.org/tidewater/garden) here from **meadow**.',
    },
  },
  {
    title: 'The repository is renamed',
    ...of('repo:updated', { changes: { name: { old: 'yard', new: 'garden' } } }),
    message: {
      topic: 'garden',
      content:
        '**Ada Park** renamed the repository **yard** to [tidewater/garden](https://bitbucket.org/tidewater/garden).',
    },
  },
]
