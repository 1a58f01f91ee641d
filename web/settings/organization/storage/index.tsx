import { isOwner } from '../../../../client/policies'
import { Loading, Section, useLoaded } from '../../../ui/form'
import { texts } from '../../../i18n'
import { sizeText } from '../../../lib/size'
import { Button } from '../../../ui'
import { useSession } from '../../../session/context'
import { BigFiles } from './big-files'
import { OldTexts } from './old-texts'
import { Places } from './places'
import { Size } from './size'
import './storage.css'

/** The page of Cloudflare about the plans of Workers. */
const plans = 'https://developers.cloudflare.com/workers/platform/pricing/'

/** How full the database is, what takes its space, and what owners can do. */
export function Storage() {
  const { ask, store } = useSession()
  const t = texts.organization.storage
  const usage = useLoaded(() => ask('GET /realm/usage'))
  const contents = useLoaded(() => ask('GET /realm/database'))
  const database = usage.data.value?.database ?? null
  const databaseContents = contents.data.value
  const owns = isOwner(store)
  return (
    <div class="sections">
      <Section title={t.title}>
        <Loading of={usage} texts={texts.settings} />
        {database !== null && <Size of={database} />}
      </Section>
      <Section title={t.places}>
        <p class="hint">{t.placesHint}</p>
        <Loading of={contents} texts={texts.settings} />
        {databaseContents !== null && <Places of={databaseContents} />}
      </Section>
      {databaseContents !== null && <OldTexts of={databaseContents.old_texts} reload={contents.load} />}
      {store.state.max_file_upload_size_mib.value > 0 && <BigFiles />}
      <Section title={t.remedies}>
        {!owns && <p class="hint">{t.ownersOnly}</p>}
        <dl class="remedies">
          <dt>{t.backup}</dt>
          <dd>
            {t.backupHint}
            {owns && (
              <a class="link" href="#organization/backups">
                {texts.organization.tabs.backups}
              </a>
            )}
          </dd>
          <dt>{t.retention}</dt>
          <dd>
            {t.retentionHint}
            <a class="link" href="#organization/permissions">
              {texts.organization.tabs.permissions}
            </a>
          </dd>
          <dt>{t.plan}</dt>
          <dd>
            {t.planHint}
            <a class="link" href={plans} target="_blank" rel="noopener">
              {t.planLink}
            </a>
          </dd>
          <dt>{t.files}</dt>
          <dd>
            {databaseContents === null ? t.filesHint : t.filesSize(sizeText(databaseContents.file_bytes))}
            <a class="link" href="#settings/files">
              {t.filesLink}
            </a>
          </dd>
        </dl>
        <div class="buttons">
          <Button onClick={() => void Promise.all([usage.load(), contents.load()])}>
            {texts.organization.usage.refresh}
          </Button>
        </div>
      </Section>
    </div>
  )
}
