import type { Example } from '../../example'
import { ada, bo, of, page, repository } from './example-requests'

const before = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const after = '1b2c3d4e5f60718293a4b5c6d7e8f90123456789'
const none = '0000000000000000000000000000000000000000'
const pullRequest = {
  repository,
  pullRequestId: 7,
  status: 'active',
  createdBy: ada,
  title: 'Water the roses',
  description: 'They are dry.',
  sourceRefName: 'refs/heads/roses',
  targetRefName: 'refs/heads/main',
  mergeStatus: 'succeeded',
}
const repositoryChange = { repository, initiatedBy: ada }

export const codeExamples: readonly Example[] = [
  {
    title: 'A commit is pushed',
    ...of('git.push', {
      repository,
      pushedBy: ada,
      refUpdates: [{ name: 'refs/heads/main', oldObjectId: before, newObjectId: after }],
      commits: [{ commitId: after, comment: 'Plant tulips', author: { name: 'Bo Li' } }],
    }),
    message: {
      topic: 'garden / main',
      content: `**Ada Park** pushed 1 commit to [main](https://dev.azure.com/tidewater/garden/_git/garden?version=GBmain).
* Plant tulips ([1b2c3d4e5f](https://dev.azure.com/tidewater/garden/_git/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)`,
    },
  },
  {
    title: 'A branch is created',
    ...of('git.push', {
      repository,
      pushedBy: ada,
      refUpdates: [{ name: 'refs/heads/roses', oldObjectId: none, newObjectId: after }],
    }),
    message: {
      topic: 'garden / roses',
      content:
        '**Ada Park** created the branch [roses](https://dev.azure.com/tidewater/garden/_git/garden?version=GBroses).',
    },
  },
  {
    title: 'A changeset is checked in',
    ...of('tfvc.checkin', {
      changesetId: 18,
      checkedInBy: bo,
      comment: 'Rake leaves',
      url: `${page}/_versionControl/changeset/18`,
    }),
    message: {
      topic: 'check-ins',
      content: `**Bo Li** checked in [changeset 18](https://dev.azure.com/tidewater/garden/_versionControl/changeset/18):
\`\`\`quote
Rake leaves
\`\`\``,
    },
  },
  {
    title: 'A repository is created',
    ...of('git.repo.created', repositoryChange),
    message: {
      topic: 'garden',
      content: '**Ada Park** created the repository [garden](https://dev.azure.com/tidewater/garden/_git/garden).',
    },
  },
  {
    title: 'A repository is deleted',
    ...of('git.repo.deleted', { project: { name: 'garden' }, repositoryName: 'garden', initiatedBy: ada }),
    message: { topic: 'garden', content: '**Ada Park** deleted the repository garden.' },
  },
  {
    title: 'A repository is forked',
    ...of('git.repo.forked', repositoryChange),
    message: {
      topic: 'garden',
      content: '**Ada Park** forked the repository [garden](https://dev.azure.com/tidewater/garden/_git/garden).',
    },
  },
  {
    title: 'A repository is renamed',
    ...of('git.repo.renamed', { ...repositoryChange, oldName: 'yard' }),
    message: {
      topic: 'garden',
      content:
        '**Ada Park** renamed the repository [garden](https://dev.azure.com/tidewater/garden/_git/garden), which was called **yard**.',
    },
  },
  {
    title: 'A pull request is opened',
    ...of('git.pullrequest.created', pullRequest),
    message: {
      topic: 'garden / PR !7 Water the roses',
      content: `**Ada Park** opened [PR !7 Water the roses](https://dev.azure.com/tidewater/garden/_git/garden/pullrequest/7) from \`roses\` to \`main\`:
\`\`\`quote
They are dry.
\`\`\``,
    },
  },
  {
    title: 'A pull request is merged',
    ...of('git.pullrequest.updated', { ...pullRequest, status: 'completed', closedBy: bo }),
    message: {
      topic: 'garden / PR !7 Water the roses',
      content:
        '**Bo Li** merged [PR !7 Water the roses](https://dev.azure.com/tidewater/garden/_git/garden/pullrequest/7).',
    },
  },
  {
    title: 'A pull request is abandoned',
    ...of('git.pullrequest.updated', { ...pullRequest, status: 'abandoned' }),
    message: {
      topic: 'garden / PR !7 Water the roses',
      content:
        '[PR !7 Water the roses](https://dev.azure.com/tidewater/garden/_git/garden/pullrequest/7) was abandoned.',
    },
  },
  {
    title: 'A pull request is approved',
    ...of('git.pullrequest.updated', pullRequest, 'Bo Li approved pull request 7'),
    message: {
      topic: 'garden / PR !7 Water the roses',
      content:
        '[PR !7 Water the roses](https://dev.azure.com/tidewater/garden/_git/garden/pullrequest/7): Bo Li approved pull request 7.',
    },
  },
  {
    title: 'Further commits come to a pull request',
    ...of('git.pullrequest.updated', pullRequest, 'Ada Park updated the source branch of pull request 7'),
    message: null,
  },
  {
    title: 'A pull request has conflicts',
    ...of('git.pullrequest.merged', { ...pullRequest, mergeStatus: 'conflicts' }),
    message: {
      topic: 'garden / PR !7 Water the roses',
      content:
        ':warning: [PR !7 Water the roses](https://dev.azure.com/tidewater/garden/_git/garden/pullrequest/7) has conflicts and cannot be merged.',
    },
  },
  {
    title: 'A pull request gets a comment',
    ...of('ms.vss-code.git-pullrequest-comment-event', {
      comment: { id: 1, content: 'Less water?', author: bo },
      pullRequest,
    }),
    message: {
      topic: 'garden / PR !7 Water the roses',
      content: `**Bo Li** commented on [PR !7 Water the roses](https://dev.azure.com/tidewater/garden/_git/garden/pullrequest/7):
\`\`\`quote
Less water?
\`\`\``,
    },
  },
]
