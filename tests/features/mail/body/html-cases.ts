import type { BodyCase } from "./body-case";

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-US link="#0563C1">`;

/** A reply from Outlook for Windows with these labels in its header block. */
const outlook = (language: string, [from, sent, to, subject]: readonly [string, string, string, string]): BodyCase => ({
  name: `Outlook for Windows, ${language}`,
  html: `${WORD}<div class=WordSection1><p class=MsoNormal><span style='font-size:11.0pt'>It works again.<o:p></o:p></span></p>
<p class=MsoNormal><span><o:p>&nbsp;</o:p></span></p>
<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>
<p class=MsoNormal><b><span>${from}</span></b><span> Priya Nair &lt;priya@one.example&gt; <br><b>${sent}</b> 3 March 2025 10:15<br>
<b>${to}</b> Lea Moreau<br><b>${subject}</b> Printer<o:p></o:p></span></p></div></div>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Which floor is it on?<o:p></o:p></p></div></body></html>`,
  own: "It works again.",
  folded: `${from} Priya Nair <priya@one.example>`,
});

const ON =
  'On Mon, Mar 3, 2025 at 10:15 AM Priya Nair &lt;<a href="mailto:priya@one.example">priya@one.example</a>&gt; wrote:';
const ON_TEXT = "On Mon, Mar 3, 2025 at 10:15 AM Priya Nair <priya@one.example> wrote:";

/** Replies as mail clients write them. */
export const HTML_REPLIES: BodyCase[] = [
  {
    name: "Gmail",
    html: `<div dir="ltr">It works again.<div><br></div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${ON}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">Which floor is it on?</div></blockquote></div>`,
    own: "It works again.",
    folded: ON_TEXT,
  },
  {
    name: "Gmail with a signature",
    html: `<div dir="ltr"><div>It works again.</div><br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">Lea Moreau<br>Sales</div></div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${ON}<br></div><blockquote class="gmail_quote">Which floor?</blockquote></div>`,
    own: "It works again.",
    folded: "--",
  },
  {
    name: "Gmail in an unknown language",
    html: `<div dir="ltr">Diolch.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Ar Llun, ysgrifennodd Priya Nair<br></div><blockquote class="gmail_quote">Which floor?</blockquote></div>`,
    own: "Diolch.",
    folded: "Ar Llun, ysgrifennodd Priya Nair",
  },
  {
    name: "Gmail with answers between quotations",
    html: `<div dir="ltr"><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${ON}<br></div><blockquote class="gmail_quote"><div>Which floor?</div></blockquote><div>The second.</div><blockquote class="gmail_quote"><div>Which tray?</div></blockquote><div>Tray 2.</div><blockquote class="gmail_quote"><div>Thanks, Priya</div></blockquote></div></div>`,
    own: `${ON_TEXT}\nWhich floor?\nThe second.\nWhich tray?\nTray 2.`,
    folded: "Thanks, Priya",
  },
  {
    name: "Gmail with the answer below",
    html: `<div class="gmail_quote"><div class="gmail_attr">${ON}</div><blockquote class="gmail_quote">Which floor?</blockquote></div><div>The second.</div>`,
    own: `${ON_TEXT}\nWhich floor?\nThe second.`,
    folded: null,
  },
  {
    name: "Gmail for Android",
    html: `<div dir="auto">It works again.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${ON}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex"><div dir="auto">Which floor?</div></blockquote></div>\n`,
    own: "It works again.",
    folded: ON_TEXT,
  },
  {
    name: "Gmail forward in the first mail",
    html: `<div dir="ltr">Please look.<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong class="gmail_sendername">Ana Ruiz</strong> <span>&lt;ana@two.example&gt;</span><br>Date: Mon, Mar 3, 2025 at 10:15 AM<br>Subject: Invoice<br>To: &lt;lea@one.example&gt;<br></div><br><br><div>Where is it?</div></div></div>`,
    own: "Please look.\n---------- Forwarded message ---------\nFrom: Ana Ruiz <ana@two.example>\nDate: Mon, Mar 3, 2025 at 10:15 AM\nSubject: Invoice\nTo: <lea@one.example>\nWhere is it?",
    folded: null,
    firstOfTask: true,
  },
  {
    name: "Gmail forward in a later mail",
    html: `<div dir="ltr">Please look.<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: Ana Ruiz &lt;ana@two.example&gt;<br>Subject: Invoice<br></div><br><div>Where is it?</div></div></div>`,
    own: "Please look.",
    folded: "---------- Forwarded message ---------",
  },

  outlook("English", ["From:", "Sent:", "To:", "Subject:"]),
  outlook("German", ["Von:", "Gesendet:", "An:", "Betreff:"]),
  outlook("French", ["De :", "Envoyé :", "À :", "Objet :"]),
  outlook("Spanish", ["De:", "Enviado el:", "Para:", "Asunto:"]),
  outlook("Italian", ["Da:", "Inviato:", "A:", "Oggetto:"]),
  outlook("Portuguese", ["De:", "Enviada em:", "Para:", "Assunto:"]),
  outlook("Dutch", ["Van:", "Verzonden:", "Aan:", "Onderwerp:"]),
  outlook("Swedish", ["Från:", "Skickat:", "Till:", "Ämne:"]),
  outlook("Polish", ["Od:", "Wysłano:", "Do:", "Temat:"]),
  outlook("Russian", ["От:", "Отправлено:", "Кому:", "Тема:"]),
  outlook("Japanese", ["差出人:", "送信日時:", "宛先:", "件名:"]),
  outlook("Chinese", ["发件人:", "发送时间:", "收件人:", "主题:"]),
  outlook("an unknown language", ["O:", "Anfonwyd:", "I:", "Pwnc:"]),
  {
    name: "Outlook for Windows, a forward in the first mail",
    html: `${WORD}<p class=MsoNormal>Please look.<o:p></o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Ana Ruiz &lt;ana@two.example&gt; <br><b>Sent:</b> Monday, March 3, 2025 10:15 AM<br><b>To:</b> Lea Moreau<br><b>Subject:</b> Invoice<o:p></o:p></p></div><p class=MsoNormal>Where is it?</p>`,
    own: "Please look.\nFrom: Ana Ruiz <ana@two.example>\nSent: Monday, March 3, 2025 10:15 AM\nTo: Lea Moreau\nSubject: Invoice\nWhere is it?",
    folded: null,
    firstOfTask: true,
  },
  {
    name: "Outlook 2003, original message",
    html: `<P><FONT SIZE=2>It works again.<BR><BR>-----Original Message-----<BR>From: Priya Nair [<A HREF="mailto:priya@one.example">mailto:priya@one.example</A>]<BR>Sent: Monday, March 03, 2025 10:15 AM<BR>To: Lea Moreau<BR>Subject: Printer<BR><BR>Which floor?<BR></FONT></P>`,
    own: "It works again.",
    folded: "-----Original Message-----",
  },
  {
    name: "Outlook on the web",
    html: `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;} </style></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos">It works again.</div><div class="elementToProof"><br></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>From:</b> Priya Nair &lt;priya@one.example&gt;<br><b>Sent:</b> Monday, March 3, 2025 10:15 AM<br><b>To:</b> Lea Moreau &lt;lea@one.example&gt;<br><b>Subject:</b> Printer</font><div>&nbsp;</div></div><div class="BodyFragment">Which floor?</div></body></html>`,
    own: "It works again.",
    folded: "From: Priya Nair <priya@one.example>",
  },
  {
    name: "Outlook on the web with a signature",
    html: `<div>It works again.</div><div id="Signature"><p>Lea Moreau</p><p>Sales</p></div><div id="appendonsend"></div><hr tabindex="-1" style="display:inline-block; width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>Von:</b> Priya Nair<br><b>Gesendet:</b> Montag, 3. März 2025 10:15<br><b>An:</b> Lea Moreau<br><b>Betreff:</b> Drucker</div><div>Which floor?</div>`,
    own: "It works again.",
    folded: "Lea Moreau",
  },
  {
    name: "Outlook for iOS",
    html: `<div dir="ltr" style="font-family: Aptos">It works again.</div><div id="ms-outlook-mobile-body-separator-line" dir="ltr"><br></div><div id="ms-outlook-mobile-signature"><div dir="ltr">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div></div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message skipProofing"><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Priya Nair &lt;priya@one.example&gt;<br><b>Sent:</b> Monday, March 3, 2025 10:15:20 AM<br><b>To:</b> Lea Moreau<br><b>Subject:</b> Printer</div><br>Which floor?</div>`,
    own: "It works again.",
    folded: "Get Outlook for iOS",
  },
  {
    name: "Outlook for Android without a signature",
    html: `<div dir="auto">It works again.</div><br><div class="ms-outlook-mobile-reference-message"><meta name="Generator"><div style="padding-right: 10px;"><b>Od:</b> Priya Nair &lt;priya@one.example&gt;<br><b>Wysłane:</b> poniedziałek, 3 marca 2025 10:15<br><b>Do:</b> Lea Moreau<br><b>Temat:</b> Drukarka</div>Which floor?</div>`,
    own: "It works again.",
    folded: "Od: Priya Nair <priya@one.example>",
  },
  {
    name: "Outlook for Mac",
    html: `<html><body style="word-wrap: break-word;"><div>It works again.</div><div><br></div><span id="OLK_SRC_BODY_SECTION"><div style="font-family:Calibri; border-top: #b5c4df 1pt solid"><span style="font-weight:bold">From: </span>Priya Nair<br><span style="font-weight:bold">Date: </span>Monday, March 3, 2025 at 10:15 AM<br><span style="font-weight:bold">To: </span>Lea Moreau<br><span style="font-weight:bold">Subject: </span>Printer<br></div><div><br></div><div>Which floor?</div></span></body></html>`,
    own: "It works again.",
    folded: "From: Priya Nair",
  },
  {
    name: "Hotmail",
    html: `<body class='hmmessage'><div dir='ltr'>It works again.<br><br><div><hr id="stopSpelling">Date: Mon, 3 Mar 2025 10:15:20 +0100<br>From: priya@one.example<br>To: lea@one.example<br>Subject: Printer<br><br>Which floor?</div></div></body>`,
    own: "It works again.",
    folded: "Date: Mon, 3 Mar 2025 10:15:20 +0100",
  },
  {
    name: "Exchange, plain text made HTML",
    html: `<html><head><meta name="Generator" content="MS Exchange Server version 16"><!-- converted from text --></head><body><font size="2"><span style="font-size:11pt;"><div class="PlainText">It works again.<br>\n<br>\n-----Original Message-----<br>\nFrom: Priya Nair &lt;priya@one.example&gt;<br>\nSent: Monday, March 3, 2025 10:15 AM<br>\nTo: Lea Moreau<br>\nSubject: Printer<br>\n<br>\nWhich floor?</div></span></font></body></html>`,
    own: "It works again.",
    folded: "-----Original Message-----",
  },
  {
    name: "Exchange, quotation signs",
    html: `<div class="PlainText">It works again.<br><br>On 3 Mar 2025, at 10:15, Priya Nair &lt;priya@one.example&gt; wrote:<br>&gt; Which floor?<br>&gt; Which tray?<br></div>`,
    own: "It works again.",
    folded: "On 3 Mar 2025, at 10:15, Priya Nair <priya@one.example> wrote:",
  },

  {
    name: "Apple Mail",
    html: `<html><head></head><body style="overflow-wrap: break-word;">It works again.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 3 Mar 2025, at 10:15, Priya Nair &lt;priya@one.example&gt; wrote:</div><br class="Apple-interchange-newline"><div><div>Which floor?</div></div></blockquote></div><br></body></html>`,
    own: "It works again.",
    folded: "On 3 Mar 2025, at 10:15, Priya Nair <priya@one.example> wrote:",
  },
  {
    name: "Apple Mail with answers between quotations",
    html: `<body><br><div><blockquote type="cite"><div>On 3 Mar 2025, at 10:15, Priya Nair wrote:</div><div>Which floor?</div></blockquote><div>The second.</div><br><blockquote type="cite"><div>Which tray?</div></blockquote></div></body>`,
    own: "On 3 Mar 2025, at 10:15, Priya Nair wrote:\nWhich floor?\nThe second.",
    folded: "Which tray?",
  },
  {
    name: "Apple Mail forward in the first mail",
    html: `<body>See below.<br><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br><div><span><b>From: </b></span><span>Ana Ruiz &lt;ana@two.example&gt;<br></span></div><div><span><b>Subject: </b></span><span><b>Invoice</b><br></span></div><div><span><b>Date: </b></span><span>3 March 2025 at 10:15:20 CET<br></span></div><br><div>Where is it?</div></blockquote></div></body>`,
    own: "See below.\nBegin forwarded message:\nFrom: Ana Ruiz <ana@two.example>\nSubject: Invoice\nDate: 3 March 2025 at 10:15:20 CET\nWhere is it?",
    folded: null,
    firstOfTask: true,
  },
  {
    name: "iPhone",
    html: `<html><head></head><body dir="auto"><div dir="ltr">It works again.</div><div dir="ltr"><br></div><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 3 Mar 2025, at 10:15, Priya Nair &lt;priya@one.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">﻿Which floor?</div></blockquote></body></html>`,
    own: "It works again.",
    folded: "Sent from my iPhone",
  },
  {
    name: "iPhone, older, with AppleMailSignature",
    html: `<body dir="auto"><div></div><div>It works again.</div><div id="AppleMailSignature"><br>Envoyé de mon iPhone</div><div><br>Le 3 mars 2025 à 10:15, Priya Nair &lt;priya@one.example&gt; a écrit&nbsp;:<br><br></div><blockquote type="cite"><div>Which floor?</div></blockquote></body>`,
    own: "It works again.",
    folded: "Envoyé de mon iPhone",
  },
  {
    name: "iPhone with a signature of its owner",
    html: `<body dir="auto">It works again.<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Lea Moreau, Sales</div><div dir="ltr"><br><blockquote type="cite">On 3 Mar 2025, at 10:15, Priya Nair wrote:<br></blockquote></div><blockquote type="cite">Which floor?</blockquote></body>`,
    own: "It works again.",
    folded: "Lea Moreau, Sales",
  },
  {
    name: "iPad in German",
    html: `<body dir="auto">Geht wieder.<br><br>Von meinem iPad gesendet<div><br><blockquote type="cite">Am 03.03.2025 um 10:15 schrieb Priya Nair &lt;priya@one.example&gt;:<br></blockquote></div><blockquote type="cite"><div>Which floor?</div></blockquote></body>`,
    own: "Geht wieder.",
    folded: "Von meinem iPad gesendet",
  },

  {
    name: "Thunderbird",
    html: `<html><head></head><body><p>It works again.</p><p><br></p><div class="moz-cite-prefix">On 3/3/2025 10:15 AM, Priya Nair wrote:<br></div><blockquote type="cite" cite="mid:a1@one.example"><pre wrap="" class="moz-quote-pre">Which floor?\nWhich tray?</pre></blockquote></body></html>`,
    own: "It works again.",
    folded: "On 3/3/2025 10:15 AM, Priya Nair wrote:",
  },
  {
    name: "Thunderbird with answers below and a signature",
    html: `<body><div class="moz-cite-prefix">Am 03.03.25 um 10:15 schrieb Priya Nair:<br></div><blockquote type="cite" cite="mid:a1@one.example"><p>Which floor?</p></blockquote><p>The second.</p><div class="moz-signature">-- <br>Lea Moreau<br>Sales</div></body>`,
    own: "Am 03.03.25 um 10:15 schrieb Priya Nair:\nWhich floor?\nThe second.",
    folded: "--",
  },
  {
    name: "Thunderbird, plain text sent as HTML",
    html: `<body><pre>It works again.\n\n-- \nLea Moreau\nSales\n</pre></body>`,
    own: "It works again.",
    folded: "--",
  },
  {
    name: "Thunderbird forward in the first mail",
    html: `<body><p>Please look.</p><div class="moz-forward-container"><br>-------- Forwarded Message --------<table class="moz-email-headers-table" cellspacing="0"><tbody><tr><th align="RIGHT" nowrap>Subject: </th><td>Invoice</td></tr><tr><th>Date: </th><td>Mon, 3 Mar 2025 10:15:20 +0100</td></tr><tr><th>From: </th><td>Ana Ruiz &lt;ana@two.example&gt;</td></tr></tbody></table><br>Where is it?</div></body>`,
    own: "Please look.\n-------- Forwarded Message --------\nSubject: Invoice\nDate: Mon, 3 Mar 2025 10:15:20 +0100\nFrom: Ana Ruiz <ana@two.example>\nWhere is it?",
    folded: null,
    firstOfTask: true,
  },
  {
    name: "Yahoo",
    html: `<html><body><div class="ydp3f2a91cyahoo-style-wrap"><div dir="ltr">It works again.</div><div><br></div></div><div id="yahoo_quoted_1234567890" class="yahoo_quoted"><div style="font-family:'Helvetica Neue'"><div>On Monday, March 3, 2025 at 10:15:20 AM GMT+1, Priya Nair &lt;priya@one.example&gt; wrote:</div><div><br></div><div><div id="yiv1234567890">Which floor?</div></div></div></div></body></html>`,
    own: "It works again.",
    folded: "On Monday, March 3, 2025 at 10:15:20 AM GMT+1, Priya Nair <priya@one.example> wrote:",
  },
  {
    name: "Yahoo with a signature",
    html: `<div class="ydp3f2a91cyahoo-style-wrap"><div>It works again.</div><div class="ydp3f2a91csignature">Lea Moreau</div></div><div class="ydp77aa10byahoo_quoted yahoo_quoted"><div>Den måndag 3 mars 2025 10:15:20 CET skrev Priya Nair:</div><div>Which floor?<blockquote>Older</blockquote>Thanks</div></div>`,
    own: "It works again.",
    folded: "Lea Moreau",
  },
  {
    name: "Yahoo on Android",
    html: `<div>It works again.</div><br><div id="ymail_android_signature"><a href="https://mail.onelink.me/107872968">Sent from Yahoo Mail on Android</a></div> <br> <blockquote style="margin: 0 0 20px 0;"> <div>On Mon, Mar 3, 2025 at 10:15, Priya Nair</div><div>&lt;priya@one.example&gt; wrote:</div> <div>Which floor?</div></blockquote>`,
    own: "It works again.",
    folded: "Sent from Yahoo Mail on Android",
  },
  {
    name: "Proton",
    html: `<div style="font-family: Arial;">It works again.</div><div class="protonmail_signature_block"><div class="protonmail_signature_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home">Proton Mail</a> secure email.</div></div><div><br></div><div class="protonmail_quote">On Monday, March 3rd, 2025 at 10:15 AM, Priya Nair &lt;priya@one.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Which floor?</blockquote><br></div>`,
    own: "It works again.",
    folded: "Sent with Proton Mail secure email.",
  },
  {
    name: "Zimbra",
    html: `<html><body><div style="font-family: arial"><div>It works again.</div><div data-marker="__SIG_PRE__"><div>Lea Moreau</div></div><div><br></div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><blockquote style="border-left:2px solid #1010FF;margin-left:5px;"><b>De: </b>"Priya Nair" &lt;priya@one.example&gt;<br><b>À: </b>"Lea Moreau"<br><b>Envoyé: </b>Lundi 3 Mars 2025 10:15:20<br><b>Objet: </b>Imprimante<br></blockquote></div><div data-marker="__QUOTED_TEXT__"><blockquote style="border-left:2px solid #1010FF">Which floor?</blockquote></div></div></body></html>`,
    own: "It works again.",
    folded: "Lea Moreau",
  },
  {
    name: "Zimbra with answers between quotations",
    html: `<div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><blockquote><b>From: </b>Priya Nair<br><b>To: </b>Lea<br><b>Subject: </b>Printer<br></blockquote></div><div data-marker="__QUOTED_TEXT__"><blockquote>Which floor?</blockquote><div>The second.</div><blockquote>Which tray?</blockquote></div></div>`,
    own: "From: Priya Nair\nTo: Lea\nSubject: Printer\nWhich floor?\nThe second.",
    folded: "Which tray?",
  },
  {
    name: "GMX and Web.de",
    html: `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>Geht wieder.</div><div>&nbsp;</div><div class="signature">Lea Moreau</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Montag, 03. März 2025 um 10:15 Uhr<br/><b>Von:</b>&nbsp;"Priya Nair" &lt;priya@one.example&gt;<br/><b>An:</b>&nbsp;lea@one.example<br/><b>Betreff:</b>&nbsp;Drucker</div><div name="quoted-content">Which floor?</div></div></div></div></body></html>`,
    own: "Geht wieder.",
    folded: "Lea Moreau",
  },
  {
    name: "Web.de app",
    html: `<html><body><div>Geht wieder.<br><br>-- <br>Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.</div><div class="quote"></div><div name="quote">Am 03.03.25, 10:15 schrieb Priya Nair &lt;priya@one.example&gt;:<blockquote style="margin:0 0 0 .8ex;border-left:1px #ccc solid"><div>Which floor?</div></blockquote></div></body></html>`,
    own: "Geht wieder.",
    folded: "--",
  },
  {
    name: "Zoho",
    html: `<html><body><div style="font-family: Verdana;"><div>It works again.<br></div><div id="Zm-_Id_-Sgn" data-sigid="123"><div>Lea Moreau<br></div></div><div><br></div><div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204);"><br></div><div class="zmail_extra" data-zbluepencil-ignore="true"><div><br></div><div id="Zm-_Id_-Sgn1">---- On Mon, 03 Mar 2025 10:15:20 +0100 <b>Priya Nair &lt;priya@one.example&gt;</b> wrote ---<br></div><div><br></div><blockquote id="blockquote_zmail" style="margin: 0px;"><div>Which floor?</div></blockquote></div></div></body></html>`,
    own: "It works again.",
    folded: "Lea Moreau",
  },
  {
    name: "Fastmail",
    html: `<!DOCTYPE html><html><head><title></title></head><body><div>It works again.<br></div><div><br></div><div id="sig12345678"><div class="signature">Lea Moreau<br></div></div><div><br></div><div>On Mon, 3 Mar 2025, at 10:15 AM, Priya Nair wrote:<br></div><blockquote type="cite" id="qt" style=""><div>Which floor?<br></div></blockquote></body></html>`,
    own: "It works again.",
    folded: "Lea Moreau",
  },
  {
    name: "Samsung",
    html: `<html><head></head><body><div dir="auto">It works again.</div><div dir="auto"><br></div><div id="composer_signature" dir="auto"><div style="font-size:85%;color:#575757" dir="auto">Sent from my Galaxy</div></div><div dir="auto"><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>From: Priya Nair &lt;priya@one.example&gt; </div><div>Date: 3/3/25  10:15 AM  (GMT+01:00) </div><div>To: lea@one.example </div><div>Subject: Printer </div><div><br></div></div>Which floor?</body></html>`,
    own: "It works again.",
    folded: "Sent from my Galaxy",
  },
  {
    name: "Notes",
    html: `<font size=2 face="sans-serif">It works again.</font><br><br><br><br><font size=1 color=#5f5f5f face="sans-serif">From: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">Priya Nair/ACME</font><br><font size=1 color=#5f5f5f>To: &nbsp; &nbsp;</font><font size=1>Lea Moreau/ACME@ACME</font><br><font size=1 color=#5f5f5f>Date: &nbsp;</font><font size=1>03/03/2025 10:15 AM</font><br><font size=1 color=#5f5f5f>Subject: &nbsp;</font><font size=1>Printer</font><br><hr noshade><br><tt><font size=2>Which floor?</font></tt>`,
    own: "It works again.",
    folded: "From: Priya Nair/ACME",
  },
  {
    name: "Notes with a summary line above the headers",
    html: `<p>It works again.</p><p><img width="16" height="16" src="cid:1__=ACME" border="0" alt="Inactive hide details for Priya Nair"><font size="2" color="#424282">Priya Nair---03/03/2025 10:15:20 AM---Which floor?</font><br><br><font size="2" color="#5F5F5F">From:        </font><font size="2">Priya Nair/ACME</font><br><font size="2">To:        </font><font size="2">Lea Moreau/ACME@ACME, </font><br><font size="2">Date:        </font><font size="2">03/03/2025 10:15 AM</font><br><font size="2">Subject:        </font><font size="2">Printer</font><br></p><hr width="100%" size="2" align="left" noshade style="color:#8091A5; "><br>Which floor?`,
    own: "It works again.",
    folded: "Priya Nair---03/03/2025 10:15:20 AM---Which floor?",
  },
  {
    name: "Notes forward in a later mail",
    html: `<div>Please look.<br><br>----- Forwarded by Lea Moreau/ACME on 03/03/2025 10:15 AM -----<br><br>From: Ana Ruiz<br>To: Lea Moreau<br><br>Where is it?</div>`,
    own: "Please look.",
    folded: "----- Forwarded by Lea Moreau/ACME on 03/03/2025 10:15 AM -----",
  },
  {
    name: "Mail.ru",
    html: `<html><body><div>Работает.</div><div data-signature-widget="container"><div>--<br>Lea Moreau</div></div><blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">Понедельник, 3 марта 2025, 10:15 +03:00 от Priya Nair &lt;priya@one.example&gt;:<br>&nbsp;<div id="style_17"><div>Which floor?</div></div></blockquote></body></html>`,
    own: "Работает.\n--\nLea Moreau",
    folded: "Понедельник, 3 марта 2025, 10:15 +03:00 от Priya Nair <priya@one.example>:",
  },
  {
    name: "Yandex",
    html: `<div>Работает.</div><div> </div><div>03.03.2025, 10:15, "Priya Nair" &lt;priya@one.example&gt;:</div><blockquote><p>Which floor?</p></blockquote>`,
    own: "Работает.",
    folded: '03.03.2025, 10:15, "Priya Nair" <priya@one.example>:',
  },
  {
    name: "QQ",
    html: `<div>好了。</div><div><br></div><div style="font-size: 12px;font-family: Arial Narrow;padding:2px 0 2px 0;">------------------&nbsp;原始邮件&nbsp;------------------</div><div style="font-size: 12px;background:#efefef;padding:8px;"><div><b>发件人:</b>&nbsp;"Priya Nair"&lt;priya@one.example&gt;;</div><div><b>发送时间:</b>&nbsp;2025年3月3日(星期一) 上午10:15</div><div><b>收件人:</b>&nbsp;"lea"&lt;lea@one.example&gt;;</div><div><b>主题:</b>&nbsp;打印机</div></div><div><br></div>Which floor?`,
    own: "好了。",
    folded: "------------------ 原始邮件 ------------------",
  },
  {
    name: "Netease",
    html: `<div style="line-height:1.7;color:#000000"><p>好了。</p><div><br></div><p style="margin: 0;">在 2025-03-03 10:15:20，"Priya Nair" &lt;priya@one.example&gt; 写道：</p><blockquote id="isReplyContent" style="PADDING-LEFT: 1ex; MARGIN: 0px 0px 0px 0.8ex; BORDER-LEFT: #ccc 1px solid">Which floor?</blockquote></div>`,
    own: "好了。",
    folded: '在 2025-03-03 10:15:20，"Priya Nair" <priya@one.example> 写道：',
  },
  {
    name: "Roundcube",
    html: `<html><body style='font-size: 10pt'><p>It works again.</p><div id="signature">---<br>Lea Moreau</div><p id="reply-intro">On 2025-03-03 10:15, Priya Nair wrote:</p><blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">Which floor?</blockquote></body></html>`,
    own: "It works again.",
    folded: "---",
  },
  {
    name: "Spark",
    html: `<html><body><div name="messageBodySection"><div dir="auto">It works again.</div></div><div name="messageSignatureSection"><br>Lea Moreau</div><div name="messageReplySection">On 3 Mar 2025 at 10:15 +0100, Priya Nair &lt;priya@one.example&gt;, wrote:<br><blockquote type="cite" class="spark_quote">Which floor?</blockquote></div></body></html>`,
    own: "It works again.",
    folded: "Lea Moreau",
  },
  {
    name: "K-9",
    html: `<!DOCTYPE html><html><body>It works again.<br><br><div class="k9mail-signature">-- <br>Sent from my Android device.</div><div class="gmail_quote">On 3 March 2025 10:15:20 CET, Priya Nair &lt;priya@one.example&gt; wrote:<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex;">Which floor?</blockquote></div></body></html>`,
    own: "It works again.",
    folded: "--",
  },
  {
    name: "eM Client",
    html: `<html><body><div>It works again.</div><div><br></div><div>------ Original Message ------</div><div>From "Priya Nair" &lt;<a href="mailto:priya@one.example">priya@one.example</a>&gt;</div><div>To "Lea Moreau"</div><div>Date 3/3/2025 10:15:20 AM</div><div>Subject Printer</div><div><br></div><div id="xa1"><blockquote cite="a1@one.example" type="cite" class="cite2">Which floor?</blockquote></div></body></html>`,
    own: "It works again.",
    folded: "------ Original Message ------",
  },
];

/** Markup without a client's marks, and text that only looks quoted. */
export const HTML_RULES: BodyCase[] = [
  {
    name: "plain blockquote below an attribution",
    html: `<p>It works again.</p><p>On 3 Mar 2025 at 10:15 Priya Nair wrote:</p><blockquote><p>Which floor?</p></blockquote>`,
    own: "It works again.",
    folded: "On 3 Mar 2025 at 10:15 Priya Nair wrote:",
  },
  {
    name: "plain blockquote alone is the writer's",
    html: `<p>It says:</p><blockquote><p>Paper jam in tray 2</p></blockquote>`,
    own: "It says:\nPaper jam in tray 2",
    folded: null,
  },
  {
    name: "indented text is the writer's",
    html: `<div>Two things:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>paper</div></blockquote>`,
    own: "Two things:\npaper",
    folded: null,
  },
  {
    name: "rule and header block",
    html: `<p>It works again.</p><hr><p>From: Priya Nair<br>Date: 3 March 2025</p><p>Which floor?</p>`,
    own: "It works again.",
    folded: "From: Priya Nair",
  },
  {
    name: "header block with labels in a table",
    html: `<p>It works again.</p><table><tr><td>From:</td><td>Priya Nair</td></tr><tr><td>Sent:</td><td>3 March 2025</td></tr><tr><td>Subject:</td><td>Printer</td></tr></table><p>Which floor?</p>`,
    own: "It works again.",
    folded: "From: Priya Nair",
  },
  {
    name: "rule between own paragraphs",
    html: `<p>One</p><hr><p>Two</p>`,
    own: "One\nTwo",
    folded: null,
  },
  {
    name: "attribution wrapped over three lines",
    html: `<div>It works again.</div><div>On Monday, March 3, 2025 at</div><div>10:15 AM Priya Nair</div><div>&lt;priya@one.example&gt; wrote:</div><blockquote type="cite">Which floor?</blockquote>`,
    own: "It works again.",
    folded: "On Monday, March 3, 2025 at",
  },
  {
    name: "signature delimiter with a no-break space",
    html: `<div>It is broken.</div><div>--&nbsp;</div><div>Lea Moreau</div>`,
    own: "It is broken.",
    folded: "--",
  },
  {
    name: "whole message inside a signature",
    html: `<div id="Signature">${"<p>a line</p>".repeat(41)}</div>`,
    own: "a line\n".repeat(41),
    folded: null,
  },
  {
    name: "nothing but a quotation",
    html: `<div class="gmail_quote"><div class="gmail_attr">Priya Nair wrote:</div><blockquote class="gmail_quote">Which floor?</blockquote></div>`,
    own: "Priya Nair wrote:\nWhich floor?",
    folded: null,
  },
  {
    name: "HTML without text: the text part",
    html: `<html><head><style>p{}</style></head><body><p>&nbsp;</p><img src="https://one.example/p.gif" width="1" height="1"></body></html>`,
    text: "From the text part",
    own: "From the text part",
    folded: null,
  },
];
