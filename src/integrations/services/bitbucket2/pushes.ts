import type { EventReader } from '../../integration'
import { code, lines, link, quote } from '../../markdown'
import type { Payload } from '../../payload'
import { nameOf } from '../../wording/person'
import { maxCommits, pushContent, tagContent } from '../../wording/push'
import { actor, pageOf, topicOf, who } from './repository'

/** Changes of branches and tags that a message tells. */
const maxChanges = 5

/** One branch or tag that a push changed. */
function changeContent(name: string, change: Payload): string {
  const ref = change.has('new') ? 'new' : 'old'
  const kind = change.has('new') ? (change.has('old') ? 'usual' : 'new') : 'deleted'
  const branch = change.text(`${ref}.name`)
  const url = pageOf(change, ref)
  if (change.text(`${ref}.type`) === 'tag') return tagContent(name, kind === 'usual' ? 'moved' : kind, branch, url)
  return pushContent({
    actor: name,
    branch,
    branchUrl: url,
    commits: change.list('commits', maxCommits).map((commit) => ({
      id: commit.text('hash'),
      text: commit.text('message'),
      url: commit.text('links.html.href'),
      author: nameOf(commit.firstText('author.user.display_name', 'author.raw')),
    })),
    // Bitbucket sends five commits at most, and does not tell how many there are.
    commitCount: change.length('commits'),
    isCut: change.flag('truncated'),
    compareUrl: change.text('links.html.href'),
    kind: kind === 'usual' && change.flag('forced') ? 'forced' : kind,
  })
}

export const push: EventReader = (payload) => {
  const changes = payload.list('push.changes')
  const [first] = changes
  if (first === undefined) return 'not_shown'
  const ref = first.has('new') ? 'new' : 'old'
  const part = first.text(`${ref}.type`) === 'tag' ? 'tags' : first.text(`${ref}.name`)
  return {
    topic: topicOf(payload, part),
    content: changes
      .slice(0, maxChanges)
      .map((change) => changeContent(actor(payload), change))
      .join('\n\n'),
  }
}

export const commitComment: EventReader = (payload) => {
  const id = payload.text('commit.hash').slice(0, 10)
  return {
    topic: topicOf(payload, `commit ${id}`),
    content: lines(
      `${who(payload)} ${link('commented', pageOf(payload, 'comment'))} on the commit ${code(id)}:`,
      quote(payload.text('comment.content.raw')),
    ),
  }
}
