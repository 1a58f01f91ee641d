import { exportTypes, type ExportType } from '../export-types'

interface Contents {
  readonly export_type: ExportType
  /** Whether files are not in the archive. */
  readonly leavesFiles: boolean
}

/** `README.txt` of a full archive. */
export const fullReadme = ({
  export_type,
  leavesFiles,
}: Contents): string => `This is an archive of an organization, made by Rivulet. Other servers can import it.

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
${leavesFiles ? placesOfFiles : copiesOfFiles}

Ids are those within the organization, and times are UNIX seconds. Messages are Markdown; a link to an uploaded file is
/user_uploads/ and the id of its record. Passwords, keys, tokens and links of invitations are not in here.

The archive has what was there when the export began. While it was written, the organization was in use: what changed
meanwhile may be in one file and not yet in another.
`

const copiesOfFiles = `files/uploads/             uploaded files, by the ids of their records
files/avatars/, files/emoji/, files/organization/
                           pictures of people, of custom emoji and of the organization`

const placesOfFiles = `stored_files/              where uploaded files and pictures are, one JSON object in each line: "path", by which
                           records name the file, and "key" in the bucket of the server

Uploaded files and pictures are not in here. This is a backup, which leaves them in the bucket of the server. If you put
the object of each key at its path, the archive is complete.`
