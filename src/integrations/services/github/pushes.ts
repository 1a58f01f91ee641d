import type { EventReader } from '../../integration'
import { addressBelow, amount, bold, code, lines, link, quote } from '../../markdown'
import type { Payload } from '../../payload'
import { maxCommits, pushContent, refSubject, tagContent, type Push } from '../../wording/push'
import { repositoryLink, sender, topicOf, who } from './repository'

const branchPrefix = 'refs/heads/'
const tagPrefix = 'refs/tags/'

export const push: EventReader = (payload) => {
  const ref = payload.text('ref')
  if (ref.startsWith(tagPrefix)) return tagPush(payload, ref.slice(tagPrefix.length))
  const branch = ref.startsWith(branchPrefix) ? ref.slice(branchPrefix.length) : ref
  const kind = kindOf(payload)
  return {
    topic: topicOf(payload, branch),
    content: pushContent({
      actor: payload.firstText('sender.login', 'pusher.name'),
      branch,
      branchUrl: pageOf(payload, `tree/${branch}`),
      commits: payload.list('commits', maxCommits).map((commit) => ({
        id: commit.text('id'),
        text: commit.text('message'),
        url: commit.text('url'),
        author: commit.firstText('author.username', 'author.name'),
      })),
      commitCount: payload.length('commits'),
      compareUrl: payload.text('compare'),
      kind,
    }),
    ...refSubject(kind, 'branch', branch),
  }
}

function kindOf(payload: Payload): Push['kind'] {
  if (payload.flag('deleted')) return 'deleted'
  if (payload.flag('created')) return 'new'
  return payload.flag('forced') ? 'forced' : 'usual'
}

function tagPush(payload: Payload, tag: string) {
  const kind = payload.flag('deleted') ? 'deleted' : payload.flag('created') ? 'new' : 'moved'
  return {
    topic: topicOf(payload, 'tags'),
    content: tagContent(sender(payload), kind, tag, pageOf(payload, `tree/${tag}`)),
    ...refSubject(kind, 'tag', tag),
  }
}

/** A page of the repository. */
const pageOf = (payload: Payload, path: string): string => addressBelow(payload.text('repository.html_url'), path)

/** A branch or a tag as a link. */
const refLink = (payload: Payload, ref: string): string => link(ref, pageOf(payload, `tree/${ref}`))

/** A new or deleted branch or tag. A push tells the same, with the commits, so this counts only where pushes are not sent. */
const refChange =
  (verb: 'created' | 'deleted'): EventReader =>
  (payload) => {
    const ref = payload.text('ref')
    const type = payload.text('ref_type') === 'tag' ? 'tag' : 'branch'
    return {
      topic: topicOf(payload, type === 'tag' ? 'tags' : ref),
      content: `${who(payload)} ${verb} the ${type} ${verb === 'created' ? refLink(payload, ref) : code(ref)}.`,
      ...refSubject(verb === 'created' ? 'new' : 'deleted', type, ref),
      saysLess: true,
    }
  }

export const create = refChange('created')
export const deletion = refChange('deleted')

export const commitComment: EventReader = (payload) => {
  const id = payload.text('comment.commit_id').slice(0, 10)
  return {
    topic: topicOf(payload, `commit ${id}`),
    content: lines(
      `${who(payload)} ${link('commented', payload.text('comment.html_url'))} on the commit ${code(id)}:`,
      quote(payload.text('comment.body')),
    ),
  }
}

export const wiki: EventReader = (payload) => {
  const pages = payload.list('pages')
  const [page] = pages
  const content =
    pages.length === 1 && page !== undefined
      ? `${who(payload)} ${page.text('action') === 'created' ? 'created' : 'edited'} the wiki page ${link(page.text('title'), page.text('html_url'))}.`
      : `${who(payload)} edited ${amount(payload.length('pages'), 'wiki page')}: ${pages
          .slice(0, 10)
          .map((one) => link(one.text('title'), one.text('html_url')))
          .join(', ')}.`
  return { topic: topicOf(payload, 'wiki'), content }
}

export const fork: EventReader = (payload) => ({
  topic: topicOf(payload),
  content: `${who(payload)} forked ${repositoryLink(payload)} to ${link(
    payload.text('forkee.full_name'),
    payload.text('forkee.html_url'),
  )}.`,
})

/** Somebody who wants to read of the repository. Taking the star away is not told. */
export const star: EventReader = (payload) =>
  payload.text('action') === 'created'
    ? {
        topic: topicOf(payload),
        content: `${bold(sender(payload))} starred ${repositoryLink(payload)}, which has ${amount(
          payload.number('repository.stargazers_count') ?? 0,
          'star',
        )} now.`,
      }
    : 'not_shown'
