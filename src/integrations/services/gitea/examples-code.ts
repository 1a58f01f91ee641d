import type { Example } from '../../example'
import { of, page } from './example-requests'

const before = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const after = '1b2c3d4e5f60718293a4b5c6d7e8f90123456789'
const release = {
  id: 5,
  name: 'Spring',
  tag_name: 'v1.2',
  html_url: `${page}/releases/tag/v1.2`,
  body: '* Tulips',
  prerelease: false,
}

export const codeExamples: readonly Example[] = [
  {
    title: 'A commit is pushed',
    ...of('push', {
      ref: 'refs/heads/main',
      before,
      after,
      compare_url: `${page}/compare/${before}...${after}`,
      total_commits: 1,
      commits: [
        {
          id: after,
          message: 'Plant tulips\n',
          url: `${page}/commit/${after}`,
          author: { name: 'Bo Li', username: 'bo' },
        },
      ],
    }),
    message: {
      topic: 'garden / main',
      content: `**ada** pushed [1 commit](https://git.example.com/tidewater/garden/compare/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567...1b2c3d4e5f60718293a4b5c6d7e8f90123456789) to [main](https://git.example.com/tidewater/garden/src/branch/main).
* Plant tulips ([1b2c3d4e5f](https://git.example.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), bo)`,
    },
  },
  {
    title: 'A branch is created',
    ...of('create', { ref: 'roses', ref_type: 'branch', sha: after }),
    message: {
      topic: 'garden / roses',
      content: '**ada** created the branch [roses](https://git.example.com/tidewater/garden/src/branch/roses).',
    },
  },
  {
    title: 'A tag is deleted',
    ...of('delete', { ref: 'v1.2', ref_type: 'tag' }),
    message: { topic: 'garden / tags', content: '**ada** deleted the tag `v1.2`.' },
  },
  {
    title: 'A release is published',
    ...of('release', { action: 'published', release }),
    message: {
      topic: 'garden / releases',
      content: `**ada** published the release [Spring](https://git.example.com/tidewater/garden/releases/tag/v1.2) of [tidewater/garden](https://git.example.com/tidewater/garden).
\`\`\`quote
* Tulips
\`\`\``,
    },
  },
  {
    title: 'A release is deleted',
    ...of('release', { action: 'deleted', release }),
    message: {
      topic: 'garden / releases',
      content: '**ada** deleted the release Spring of [tidewater/garden](https://git.example.com/tidewater/garden).',
    },
  },
  {
    title: 'A package is published',
    ...of('package', {
      action: 'created',
      repository: null,
      package: {
        name: 'shears',
        version: '1.2.0',
        html_url: 'https://git.example.com/tidewater/-/packages/npm/shears/1.2.0',
      },
    }),
    message: {
      topic: 'packages',
      content:
        '**ada** published the package [shears](https://git.example.com/tidewater/-/packages/npm/shears/1.2.0) `1.2.0`.',
    },
  },
  {
    title: 'A page of the wiki is created',
    ...of('wiki', { action: 'created', page: 'Good-tools', comment: 'A first list' }),
    message: {
      topic: 'garden / wiki',
      content: `**ada** created the wiki page [Good tools](https://git.example.com/tidewater/garden/wiki/Good-tools).
\`\`\`quote
A first list
\`\`\``,
    },
  },
  {
    title: 'The repository is created',
    ...of('repository', { action: 'created' }),
    message: {
      topic: 'garden',
      content: '**ada** created the repository [tidewater/garden](https://git.example.com/tidewater/garden).',
    },
  },
  {
    title: 'The repository is forked',
    ...of('fork', {
      forkee: { full_name: 'tidewater/garden', html_url: page },
      repository: { name: 'garden', full_name: 'bo/garden', html_url: 'https://git.example.com/bo/garden' },
    }),
    message: {
      topic: 'garden',
      content:
        '**ada** forked [bo/garden](https://git.example.com/bo/garden) to [tidewater/garden](https://git.example.com/tidewater/garden).',
    },
  },
  {
    title: 'Another service sets the state of a commit',
    ...of('status', {
      state: 'success',
      context: 'ci/weather',
      target_url: 'https://weather.example.com/4',
      description: 'Rain came',
      sha: after,
      commit: { html_url: `${page}/commit/${after}` },
    }),
    message: {
      topic: 'garden / checks',
      content: `:check: Status [ci/weather](https://weather.example.com/4) passed at [1b2c3d4e5f](https://git.example.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).
\`\`\`quote
Rain came
\`\`\``,
    },
  },
  {
    title: 'A workflow fails',
    ...of('workflow_run', {
      action: 'completed',
      workflow_run: {
        id: 91,
        display_title: 'Plant tulips',
        path: 'tests.yml',
        run_number: 42,
        status: 'completed',
        conclusion: 'failure',
        head_branch: 'main',
        head_sha: after,
        html_url: `${page}/actions/runs/42`,
      },
      workflow: { name: 'Tests' },
    }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Workflow Tests #42](https://git.example.com/tidewater/garden/actions/runs/42)** failed on `main` at `1b2c3d4e5f`.',
    },
  },
]
