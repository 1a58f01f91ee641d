import { exportTypes, type ExportType } from '../export-types'

/** `README.txt` of a full export. */
export const fullReadme = (
  export_type: ExportType,
): string => `This is an archive of an organization, made by Rivulet. Other servers can read it in.

${
  export_type === exportTypes.everything
    ? `It has everything, also all private messages and private streams. Keep it as safe as the server itself.`
    : `It has what everybody can read, and private data of the people who allowed it: their private conversations, the
private streams that they are in (of those with protected history, and of archived streams, only what they could read),
and what they keep for themselves. Keep it as safe as the server itself.`
}

manifest.json              what is in here, and how many of each; written last
realm.json                 the organization and its settings
profile_fields/, users/, muted_users/, emoji/, user_groups/, linkifiers/, playgrounds/, domains/, streams/, bots/,
default_stream_groups/, subscriptions/, muted_topics/, conversations/, invitations/, files/, drafts/,
scheduled_messages/, marks/, messages/
                           the records, one JSON object in each line of the files *.ndjson
files/uploads/             uploaded files, by the ids of their records
files/avatars/, files/emoji/, files/organization/
                           pictures of people, of custom emoji and of the organization

Ids are those within the organization, and times are UNIX seconds. Messages are Markdown; a link to an uploaded file is
/user_uploads/ and the id of its record. Passwords, keys, tokens and links of invitations are not in here.

The archive has what was there when the export began. While it was written, the organization was in use: what changed
meanwhile may be in one file and not yet in another.
`
