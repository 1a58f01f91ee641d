import { byField, type EventReader } from '../../integration'
import { boldLink, code, facts, lines, quote, joinWords } from '../../markdown'
import { entryOf } from '../../tables'
import { buildSentence } from '../../wording/build'
import { issueTopic } from './project'

const platforms: Readonly<Record<string, string>> = { APPLE: 'iOS', ANDROID: 'Android' }

/** Bytes as people write them. */
const megabytes = (bytes: number | null): string => (bytes === null ? '' : `${(bytes / 1e6).toFixed(1)} MB`)

/** A build of an app for phones was measured or made ready to install. */
const build =
  (passed: string, failed: string): EventReader =>
  (payload) => {
    const data = payload.at('data')
    const platform = entryOf(platforms, data.text('platform'))
    const isFailed = data.text('state') === 'FAILED'
    const name = joinWords(data.firstText('appInfo.name', 'appInfo.appId') || 'A build', data.text('appInfo.version'))
    const number = data.text('appInfo.buildNumber')
    return {
      topic: issueTopic(data.text('projectSlug'), 'builds'),
      content: lines(
        buildSentence({
          state: isFailed ? 'failed' : 'passed',
          what: joinWords(
            boldLink(number === '' ? name : `${name} (${number})`, data.text('installUrl')),
            platform === undefined ? '' : `for ${platform}`,
            data.text('gitInfo.headRef') && `of ${code(data.text('gitInfo.headRef'))}`,
          ),
          verb: isFailed ? failed : passed,
        }),
        facts({
          'Download size': megabytes(data.number('downloadSize')),
          'Installed size': megabytes(data.number('installSize')),
        }),
        quote(data.text('errorMessage')),
      ),
    }
  }

export const builds = byField('action', {
  size_analysis_completed: build('was measured', 'could not be measured'),
  build_distribution_completed: build('is ready to install', 'could not be made ready to install'),
})
