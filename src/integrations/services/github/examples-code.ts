import type { Example } from '../../example'
import { of } from './example-requests'

const sha = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const page = 'https://github.com/tidewater/garden'

export const codeExamples: readonly Example[] = [
  {
    title: 'Two commits are pushed',
    ...of('push', {
      ref: 'refs/heads/main',
      compare: 'https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f6a',
      commits: [
        {
          id: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
          message: 'Plant tulips\n\nRed ones.',
          url: 'https://github.com/tidewater/garden/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
          author: { name: 'Ada Park', username: 'ada' },
        },
        {
          id: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
          message: 'Rake @**all** leaves',
          url: 'https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
          author: { name: 'Bo Li' },
        },
      ],
    }),
    message: {
      topic: 'garden / main',
      content: `**ada** pushed [2 commits](https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f6a) to [main](https://github.com/tidewater/garden/tree/main).
* Plant tulips ([0a1b2c3d4e](https://github.com/tidewater/garden/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567), ada)
* Rake @&#42;&#42;all&#42;&#42; leaves ([1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)`,
    },
  },
  {
    title: 'A branch is deleted',
    ...of('push', { ref: 'refs/heads/roses', deleted: true, commits: [] }),
    message: { topic: 'garden / roses', content: '**ada** deleted the branch `roses`.' },
  },
  {
    title: 'A tag is pushed',
    ...of('push', { ref: 'refs/tags/v1.2', created: true, commits: [] }),
    message: {
      topic: 'garden / tags',
      content: '**ada** created the tag [v1.2](https://github.com/tidewater/garden/tree/v1.2).',
    },
  },
  {
    title: 'A branch is created',
    ...of('create', { ref: 'roses', ref_type: 'branch' }),
    message: {
      topic: 'garden / roses',
      content: '**ada** created the branch [roses](https://github.com/tidewater/garden/tree/roses).',
    },
  },
  {
    title: 'A tag is deleted',
    ...of('delete', { ref: 'v1.2', ref_type: 'tag' }),
    message: { topic: 'garden / tags', content: '**ada** deleted the tag `v1.2`.' },
  },
  {
    title: 'Somebody comments on a commit',
    ...of('commit_comment', {
      action: 'created',
      comment: { commit_id: sha, body: 'Why **red**?', html_url: `${page}/commit/${sha}#commitcomment-9` },
    }),
    message: {
      topic: 'garden / commit 0a1b2c3d4e',
      content: `**ada** [commented](https://github.com/tidewater/garden/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567#commitcomment-9) on the commit \`0a1b2c3d4e\`:
\`\`\`quote
Why **red**?
\`\`\``,
    },
  },
  {
    title: 'A page of the wiki is created',
    ...of('gollum', { pages: [{ action: 'created', title: 'Tools', html_url: `${page}/wiki/Tools` }] }),
    message: {
      topic: 'garden / wiki',
      content: '**ada** created the wiki page [Tools](https://github.com/tidewater/garden/wiki/Tools).',
    },
  },
  {
    title: 'The repository is forked',
    ...of('fork', { forkee: { full_name: 'bo/garden', html_url: 'https://github.com/bo/garden' } }),
    message: {
      topic: 'garden',
      content:
        '**ada** forked [tidewater/garden](https://github.com/tidewater/garden) to [bo/garden](https://github.com/bo/garden).',
    },
  },
  {
    title: 'The repository gets a star',
    ...of('star', { action: 'created' }),
    message: {
      topic: 'garden',
      content: '**ada** starred [tidewater/garden](https://github.com/tidewater/garden), which has 12 stars now.',
    },
  },
  {
    title: 'A release is published',
    ...of('release', {
      action: 'published',
      release: {
        id: 5,
        name: 'Spring',
        tag_name: 'v1.2',
        html_url: `${page}/releases/tag/v1.2`,
        body: '* Tulips\n* A new hose',
        prerelease: false,
      },
    }),
    message: {
      topic: 'garden / releases',
      content: `**ada** published the release [Spring](https://github.com/tidewater/garden/releases/tag/v1.2) of [tidewater/garden](https://github.com/tidewater/garden).
\`\`\`quote
* Tulips
* A new hose
\`\`\``,
    },
  },
  {
    title: 'A package is published',
    ...of('package', {
      action: 'published',
      package: {
        name: 'shears',
        html_url: `${page}/packages/4`,
        package_version: { version: '1.2.0', html_url: `${page}/packages/4?version=1.2.0` },
      },
    }),
    message: {
      topic: 'garden / packages',
      content:
        '**ada** published the package [shears](https://github.com/tidewater/garden/packages/4?version=1.2.0) `1.2.0`.',
    },
  },
  {
    title: 'A version of a package in the registry is updated',
    ...of('registry_package', {
      action: 'updated',
      registry_package: {
        name: 'shears',
        html_url: `${page}/packages/4`,
        package_version: { version: '1.2.1', html_url: '' },
      },
    }),
    message: {
      topic: 'garden / packages',
      content: '**ada** updated the package [shears](https://github.com/tidewater/garden/packages/4) `1.2.1`.',
    },
  },
  {
    title: 'A milestone is closed',
    ...of('milestone', { action: 'closed', milestone: { title: 'Spring', html_url: `${page}/milestone/1` } }),
    message: {
      topic: 'garden / milestones',
      content: '**ada** closed the milestone [Spring](https://github.com/tidewater/garden/milestone/1).',
    },
  },
  {
    title: 'Somebody becomes a sponsor',
    ...of('sponsorship', {
      action: 'created',
      sponsorship: { sponsor: { login: 'bo' }, sponsorable: { login: 'tidewater' } },
    }),
    message: { topic: 'garden / sponsors', content: '**bo** sponsors **tidewater**.' },
  },
  {
    title: 'GitHub tries the address',
    ...of('ping', { zen: 'Keep it simple.', hook_id: 8 }),
    message: {
      topic: 'garden',
      content: '**ada** connected [tidewater/garden](https://github.com/tidewater/garden) to this stream.',
    },
  },
]
