/** Whole mails as programs write them. Made up, with the headers and the structure that these programs use. */

const answered = 'Harbour Works <chat@mail.example>'

export const gmail = `Received: by mail-ed1-f41.google.example with SMTP id 4fb4d7f45d1cf; Mon, 04 May 2026 10:05:11 -0700
MIME-Version: 1.0
References: <conversation@mail.example>
In-Reply-To: <conversation@mail.example>
From: Bo Lindqvist <bo@example.com>
Date: Mon, 4 May 2026 19:05:00 +0200
Message-ID: <CAF=gmail-1@mail.gmail.example>
Subject: Re: #harbour > tides
To: ${answered}
Content-Type: multipart/alternative; boundary="0000000000004ab1"

--0000000000004ab1
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

High water is at *six*, caf=C3=A9 at seven. This line is so long that the pro=
gram breaks it.

On Mon, 4 May 2026 at 19:00, Harbour Works of the Northern Coast <
chat@mail.example> wrote:

> Ada (10:00):
> When is high water?
>

--0000000000004ab1
Content-Type: text/html; charset="UTF-8"

<div dir="ltr">High water is at <b>six</b></div><div class="gmail_quote">quoted</div>
--0000000000004ab1--
`

export const outlook = `From: Bo Lindqvist <bo@example.com>
To: ${answered}
Subject: RE: #harbour > tides
Thread-Topic: #harbour > tides
Thread-Index: AQHbxyz
Date: Mon, 4 May 2026 17:05:00 +0000
Message-ID: <AM0PR01MB1.eurprd01.prod.outlook.example>
Accept-Language: en-GB
X-MS-Has-Attach:
Content-Type: multipart/alternative; boundary="_000_AM0PR01MB1_"
MIME-Version: 1.0

--_000_AM0PR01MB1_
Content-Type: text/plain; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

High water is at six, caf=E9 at seven.

Get Outlook for iOS<https://aka.ms/o0ukef>
________________________________
From: Harbour Works <chat@mail.example>
Sent: Monday, May 4, 2026 7:00:00 PM
To: Bo Lindqvist <bo@example.com>
Subject: #harbour > tides

When is high water?

--_000_AM0PR01MB1_
Content-Type: text/html; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

<html><body><div>High water is at six, caf=E9 at seven.</div><hr><div id=3D"divRplyFwdMsg"><b>From:</b> Harbour</div></body></html>
--_000_AM0PR01MB1_--
`

export const appleMail = `From: Bo Lindqvist <bo@example.com>
Content-Type: multipart/alternative; boundary="Apple-Mail=_1F2E"
Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3774.600.62\\))
Subject: Re: #harbour > tides
Date: Mon, 4 May 2026 19:05:00 +0200
References: <conversation@mail.example>
To: ${answered}
Message-Id: <APPLE-1@example.com>
X-Mailer: Apple Mail (2.3774.600.62)

--Apple-Mail=_1F2E
Content-Transfer-Encoding: 8bit
Content-Type: text/plain; charset=utf-8

High water is at six, café at seven.

Sent from my iPad

> On 4. May 2026, at 19:00, Harbour Works <chat@mail.example> wrote:
> 
> When is high water?

--Apple-Mail=_1F2E
Content-Transfer-Encoding: 8bit
Content-Type: text/html; charset=utf-8

<html><body>High water is at six, café at seven.<br><div><blockquote type="cite">When?</blockquote></div></body></html>
--Apple-Mail=_1F2E--
`

export const thunderbird = `Message-ID: <thunderbird-1@example.com>
Date: Mon, 4 May 2026 19:05:00 +0200
MIME-Version: 1.0
User-Agent: Mozilla Thunderbird
Subject: Re: #harbour > tides
To: ${answered}
From: Bo Lindqvist <bo@example.com>
In-Reply-To: <conversation@mail.example>
Content-Type: text/plain; charset=UTF-8; format=flowed
Content-Transfer-Encoding: 8bit

High water is at six, 
café at seven.

Am 04.05.26 um 19:00 schrieb Harbour Works:
> When is high water?

-- 
Bo Lindqvist
Harbour master
`

export const mailingList = `Return-Path: <news-bounces@lists.example>
From: Nora Outsider via News <news@lists.example>
Reply-To: Nora Outsider <nora@elsewhere.example>
To: news@lists.example
Subject: [News] New ferry
Date: Mon, 4 May 2026 19:05:00 +0200
Message-ID: <list-1@elsewhere.example>
Precedence: list
List-Id: News of the harbour <news.lists.example>
List-Unsubscribe: <https://lists.example/options>, <mailto:news-request@lists.example>
X-Loop: news@lists.example
X-Mailman-Version: 2.1.39
Content-Type: text/plain; charset="us-ascii"

There is a new ferry.
_______________________________________________
News mailing list
news@lists.example
`

export const bounce = `From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
To: chat@mail.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
Message-ID: <bounce-1@mx.google.example>
Content-Type: multipart/report; boundary="00000000"; report-type=delivery-status

--00000000
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--00000000
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.example

Final-Recipient: rfc822; bo@example.com
Action: failed
Status: 5.1.1

--00000000--
`

export const outOfOffice = `From: Bo Lindqvist <bo@example.com>
To: ${answered}
Subject: Automatic reply: #harbour > tides
Message-ID: <ooo-1@eurprd01.prod.outlook.example>
X-Auto-Response-Suppress: All
auto-submitted: auto-generated
Content-Type: text/plain; charset="utf-8"

I am away until Monday.
`
