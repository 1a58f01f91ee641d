import { byField, notShown, type EventReader } from '../../integration'
import { addressBelow, bold, code, lines, link, quote, joinWords } from '../../markdown'
import { repositoryLink, topicOf, who } from '../github/repository'

const wikiMessage =
  (verb: string): EventReader =>
  (payload) => {
    const title = payload.text('page')
    const url = verb === 'deleted' ? '' : addressBelow(payload.text('repository.html_url'), `wiki/${title}`)
    return {
      topic: topicOf(payload, 'wiki'),
      content: lines(
        `${who(payload)} ${verb} the wiki page ${link(title.replaceAll('-', ' '), url)}.`,
        quote(payload.text('comment')),
      ),
    }
  }

export const wiki = byField('action', {
  created: wikiMessage('created'),
  edited: wikiMessage('edited'),
  deleted: wikiMessage('deleted'),
})

const repositoryMessage =
  (verb: string): EventReader =>
  (payload) => ({
    topic: topicOf(payload),
    content: `${who(payload)} ${verb} the repository ${
      verb === 'deleted' ? bold(payload.text('repository.full_name')) : repositoryLink(payload)
    }.`,
  })

export const repositories = byField('action', {
  created: repositoryMessage('created'),
  deleted: repositoryMessage('deleted'),
})

const releaseMessage =
  (verb: string): EventReader =>
  (payload) => ({
    topic: topicOf(payload, 'releases'),
    content: lines(
      `${who(payload)} ${verb} the ${payload.flag('release.prerelease') ? 'prerelease' : 'release'} ${link(
        payload.firstText('release.name', 'release.tag_name'),
        verb === 'deleted' ? '' : payload.text('release.html_url'),
      )} of ${repositoryLink(payload)}.`,
      verb === 'published' ? quote(payload.text('release.body')) : '',
    ),
    subject: `release ${payload.text('release.id')}`,
  })

export const releases = byField('action', {
  published: releaseMessage('published'),
  updated: notShown,
  deleted: releaseMessage('deleted'),
})

const packageMessage =
  (verb: string): EventReader =>
  (payload) => ({
    topic: payload.has('repository') ? topicOf(payload, 'packages') : 'packages',
    content: `${joinWords(
      who(payload),
      verb,
      'the package',
      link(payload.text('package.name'), verb === 'deleted' ? '' : payload.text('package.html_url')),
      code(payload.text('package.version')),
    )}.`,
  })

export const packages = byField('action', {
  created: packageMessage('published'),
  deleted: packageMessage('deleted'),
})
