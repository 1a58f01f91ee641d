import type { Locator, Page } from 'playwright-core'
import type { Person } from './organization.ts'

/** Opens a tab of the settings; on a phone, its page. */
export async function openSettings(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog
    .getByRole('tab', { name, exact: true })
    .or(dialog.getByRole('button', { name, exact: true }))
    .click()
  return dialog
}

/** A user's personal settings on the server. */
export async function settingsOf({ wire }: Person): Promise<Record<string, unknown>> {
  const { user_settings } = await wire.ask('POST /register', {
    client_capabilities: { notification_settings_null: true, user_settings_object: true },
    fetch_event_types: ['user_settings'],
  })
  return user_settings as Record<string, unknown>
}
