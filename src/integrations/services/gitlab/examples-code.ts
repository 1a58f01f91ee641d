import type { Example } from '../../example'
import { of, page } from './example-requests'

const before = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const after = '1b2c3d4e5f60718293a4b5c6d7e8f90123456789'
const none = '0000000000000000000000000000000000000000'
const commit = {
  id: after,
  message: 'Plant tulips\n\nRed ones.',
  title: 'Plant tulips',
  url: `${page}/-/commit/${after}`,
  author: { name: 'Bo Li' },
}

export const codeExamples: readonly Example[] = [
  {
    title: 'A commit is pushed',
    ...of('push', { ref: 'refs/heads/main', before, after, total_commits_count: 1, commits: [commit] }),
    message: {
      topic: 'garden / main',
      content: `**Ada Park** pushed [1 commit](https://gitlab.com/tidewater/garden/-/compare/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567...1b2c3d4e5f60718293a4b5c6d7e8f90123456789) to [main](https://gitlab.com/tidewater/garden/-/tree/main).
* Plant tulips ([1b2c3d4e5f](https://gitlab.com/tidewater/garden/-/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)`,
    },
  },
  {
    title: 'A branch with many commits is pushed',
    ...of('push', { ref: 'refs/heads/roses', before: none, after, total_commits_count: 24, commits: [commit] }),
    message: {
      topic: 'garden / roses',
      content: `**Ada Park** created the branch [roses](https://gitlab.com/tidewater/garden/-/tree/roses) with 24 commits.
* Plant tulips ([1b2c3d4e5f](https://gitlab.com/tidewater/garden/-/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)
* and 23 more commits`,
    },
  },
  {
    title: 'A commit is pushed, without what was there before',
    ...of('push', { ref: 'refs/heads/main', after, total_commits_count: 1, commits: [commit] }),
    message: {
      topic: 'garden / main',
      content: `**Ada Park** pushed 1 commit to [main](https://gitlab.com/tidewater/garden/-/tree/main).
* Plant tulips ([1b2c3d4e5f](https://gitlab.com/tidewater/garden/-/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)`,
    },
  },
  {
    title: 'A branch is deleted',
    ...of('push', { ref: 'refs/heads/roses', before, after: none, total_commits_count: 0, commits: [] }),
    message: { topic: 'garden / roses', content: '**Ada Park** deleted the branch `roses`.' },
  },
  {
    title: 'A tag is pushed',
    ...of('tag_push', { ref: 'refs/tags/v1.2', before: none, after }),
    message: {
      topic: 'garden / tags',
      content: '**Ada Park** created the tag [v1.2](https://gitlab.com/tidewater/garden/-/tags/v1.2).',
    },
  },
  {
    title: 'A release is published',
    ...of('release', {
      action: 'create',
      name: 'Spring',
      tag: 'v1.2',
      url: `${page}/-/releases/v1.2`,
      description: '* Tulips',
    }),
    message: {
      topic: 'garden / releases',
      content: `The release [Spring](https://gitlab.com/tidewater/garden/-/releases/v1.2) of [tidewater/garden](https://gitlab.com/tidewater/garden) was published.
\`\`\`quote
* Tulips
\`\`\``,
    },
  },
  {
    title: 'A milestone is closed',
    ...of('milestone', { action: 'close', object_attributes: { title: 'Spring' } }),
    message: {
      topic: 'garden / milestones',
      content: 'The milestone **Spring** of [tidewater/garden](https://gitlab.com/tidewater/garden) was closed.',
    },
  },
  {
    title: 'A page of the wiki is edited',
    ...of('wiki_page', { object_attributes: { title: 'Tools', action: 'update', url: `${page}/-/wikis/tools` } }),
    message: {
      topic: 'garden / wiki',
      content: '**Ada Park** edited the wiki page [Tools](https://gitlab.com/tidewater/garden/-/wikis/tools).',
    },
  },
  {
    title: 'A feature flag is turned on',
    ...of('feature_flag', { object_attributes: { name: 'night_watering', active: true } }),
    message: {
      topic: 'garden / feature flags',
      content: '**Ada Park** turned on the feature flag **night_watering**.',
    },
  },
  {
    title: 'A vulnerability is found',
    ...of('vulnerability', {
      object_attributes: {
        title: 'Leak in hose-js',
        state: 'detected',
        severity: 'High',
        url: `${page}/-/security/vulnerabilities/2`,
      },
    }),
    message: {
      topic: 'garden / security',
      content: `:warning: Vulnerability **[Leak in hose-js](https://gitlab.com/tidewater/garden/-/security/vulnerabilities/2)** was found.
* **Severity**: high`,
    },
  },
  {
    title: 'An access token will expire',
    ...of('access_token', {
      event_name: 'expiring_access_token',
      object_attributes: { name: 'weather', expires_at: '2026-07-01' },
    }),
    message: {
      topic: 'garden / access tokens',
      content:
        ':warning: The access token **weather** of [tidewater/garden](https://gitlab.com/tidewater/garden) expires <time:2026-07-01T00:00:00Z>.',
    },
  },
]
