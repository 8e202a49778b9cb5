/**
 * Sentences that only thank, greet or say that it works, for each language of email.md, section 7: lower case, without
 * punctuation. Parts in parentheses may be absent.
 */
const PHRASES: Record<string, readonly RegExp[]> = {
  english: [
    /(many |thanks and )?thanks( a lot| a bunch| a million| a ton| so much| very much| again| all| everyone| team| indeed)*/,
    /thank you( so much| very much| all| everyone| again| kindly)*|thx|ty|cheers|(it's |very |much |greatly |really )*appreciated/,
    /(many )?(thanks|thank you)( so much| very much| a lot| again)* for (the |your |all |this |that |all your )?(quick |fast |prompt |great |kind |speedy )?(help|support|reply|response|answer|assistance|fix|update|info|information|effort|efforts|time|service)/,
    /(it |that |this |everything |all |now |it all )?(works|worked|does work|did work)( now| again| fine| perfectly| great| well| for me)*/,
    /(it |that |this |everything |all |the problem |the issue |problem |issue )?('s |is |are |was |has been |is now |is all )?(working|solved|fixed|resolved|sorted|done|fine|good|ok|okay|perfect|great)( now| again| out| for me)*/,
    /(it's|that's|that is|it is) (working|solved|fixed|resolved|sorted|done|fine|good|ok|okay|perfect|great)( now| again)*/,
    /(that |this |it )(solved|fixed) (it|the problem|the issue|my problem|my issue)|(that |this |it )(helped|did it|did the trick)( a lot)?/,
    /perfect|great|awesome|excellent|wonderful|super|nice|brilliant|amazing|fantastic|ok|okay|got it|understood|noted|good to know|will do|all set/,
    /(great|good|excellent|awesome) (job|work|stuff|service|support)|you (can|may) (close|resolve) (it|this|this ticket|the ticket|the request|this request)( now)?/,
    /(hi|hello|hey|dear|good morning|good afternoon|good evening)( all| team| there| everyone)?/,
    /(best|kind|warm|kindest|warmest|many)? ?regards|best( wishes)?|sincerely|yours( sincerely| truly| faithfully)?|take care|have a (nice|great|good|lovely) (day|weekend|evening|one|week|afternoon)/,
  ],
  german: [
    /(vielen|besten|herzlichen|tausend|lieben|schönen|recht herzlichen)? ?dank( euch| ihnen| dir| auch| nochmals| nochmal| im voraus)*/,
    /(danke|dankeschön|danke schön|merci)( sehr| vielmals| euch| ihnen| dir| nochmals| nochmal| auch)*/,
    /(danke|vielen dank|besten dank|herzlichen dank)( euch| ihnen| dir)? für (die |eure |ihre |deine |den )?(schnelle |rasche |tolle |prompte |gute )?(hilfe|unterstützung|antwort|rückmeldung|info|information|bearbeitung|lösung|mühe|umsetzung|erledigung)/,
    /(es |das |alles |jetzt |nun )*(funktioniert|geht|klappt|läuft|passt|hat funktioniert|hat geklappt)( es| jetzt| nun| wieder| alles| super| einwandfrei| bestens| gut| perfekt)*/,
    /(es |das |alles |das problem |problem )?(ist |hat sich )?(jetzt |nun )?(gelöst|behoben|erledigt|in ordnung|gut|ok|okay|super|perfekt|klar|bestens)( jetzt| nun)?/,
    /(das |es )?hat (mir )?(sehr )?geholfen|super|perfekt|prima|toll|klasse|spitze|wunderbar|alles klar|ok|okay|gut zu wissen|verstanden|top|passt/,
    /(hallo|hi|guten tag|guten morgen|guten abend|moin|servus|liebe|lieber|sehr geehrte damen und herren|grüezi)( zusammen| alle| team| liebes team)?/,
    /(mit )?(freundlichen|besten|lieben|herzlichen|vielen|schönen)? ?(grüßen|grüße|grüsse|grüssen|gruß|gruss)|mfg|lg|vg|(einen |noch einen )?(schönen|schönes) (tag|abend|feierabend|wochenende)( noch)?/,
  ],
  french: [
    /(un grand |mille |grand )?merci( beaucoup| bien| infiniment| encore| d'avance| à vous| à toi| à tous)*|mille mercis/,
    /(un grand )?merci( beaucoup| bien| encore)? (pour|de) (votre |ton |l'|la |cette |le )?(aide|réponse|retour|soutien|intervention|réactivité|rapidité|info|information|réponse rapide|retour rapide)/,
    /(ça |cela |tout |c'est |maintenant )*(marche|fonctionne|remarche|refonctionne|a marché|a fonctionné)( maintenant| bien| parfaitement| à nouveau| très bien| de nouveau)*/,
    /(c'est |tout est |le problème est |problème )?(bon|réglé|résolu|parfait|ok|super|réparé|en ordre|rentré dans l'ordre)( maintenant| pour moi)?/,
    /parfait|super|génial|très bien|entendu|bien reçu|nickel|ok|d'accord|c'est noté|noté/,
    /(bonjour|bonsoir|salut|coucou)( à tous| à vous)?|(bien )?cordialement|bien à vous|bonne (journée|soirée|semaine)|bon week-?end|(meilleures |sincères |cordiales )?salutations|à bientôt/,
  ],
  spanish: [
    /(muchas |muchísimas |mil )?gracias( de nuevo| a todos| a ti| a usted| por todo| de antemano| nuevamente)*|(le |te |os |se )?(lo )?agradezco( mucho)?/,
    /(muchas |muchísimas )?gracias por (la |su |tu |vuestra |el )?(ayuda|respuesta|apoyo|rapidez|información|atención|gestión|soporte|rápida respuesta|pronta respuesta)/,
    /(ya |ahora |todo |ahora ya )*(funciona|va|funcionó|me funciona)( bien| perfectamente| perfecto| ya| ahora| de nuevo| correctamente)*/,
    /(ya |todo )?(está |ha quedado |quedó |el problema está |problema )?(solucionado|resuelto|arreglado|bien|listo|perfecto|ok)( ya| ahora)?/,
    /perfecto|genial|estupendo|excelente|muy bien|entendido|vale|ok|de acuerdo|recibido|fantástico/,
    /(hola|buenos días|buenas tardes|buenas noches|buenas)( a todos)?|(un )?(cordial |saludo )?saludo|(muchos |cordiales )?saludos( cordiales)?|atentamente|un abrazo|(que tengas? |buen |feliz )?(buen )?(día|fin de semana|tarde)/,
  ],
  italian: [
    /(molte |tante |mille )?grazie( mille| tante| infinite| ancora| a tutti| a voi| molte| di tutto| di cuore)*|(vi |ti |la )?ringrazio( molto| ancora| tanto)?/,
    /(molte |tante |mille )?grazie( mille| tante)? (per|del|della|dell') ?(la |il |l'|il vostro |la vostra |il tuo |il suo )?(aiuto|risposta|supporto|assistenza|rapidità|velocità|informazione|risposta rapida|intervento)/,
    /(ora |adesso |tutto |ora tutto )*(funziona|va|ha funzionato)( bene| perfettamente| tutto| di nuovo| ora| adesso| benissimo)*/,
    /(è |tutto |il problema è |problema )?(risolto|sistemato|a posto|ok|perfetto|bene)( ora| adesso)?/,
    /perfetto|ottimo|benissimo|va bene|ricevuto|fantastico|ok|capito|d'accordo|eccellente/,
    /(ciao|salve|buongiorno|buonasera|buon giorno)( a tutti)?|(cordiali |distinti |cari |un )?saluti?|cordialmente|buona (giornata|serata|settimana)|buon (lavoro|fine settimana|weekend)/,
  ],
  portuguese: [
    /(muito |muitíssimo )?(obrigad[oa]|agradecid[oa])( mesmo| de novo| novamente| a todos| pela atenção)*|(valeu|agradeço( muito| imenso)?)/,
    /(muito )?obrigad[oa] (pela|pelo|por) (sua |tua |vossa |seu |toda a )?(ajuda|resposta|apoio|rapidez|suporte|atenção|informação|resposta rápida|retorno)/,
    /(já |agora |tudo |agora já )*(funciona|está a funcionar|está funcionando|funcionou|deu certo)( bem| perfeitamente| agora| de novo| novamente)*/,
    /(já |tudo )?(está |ficou |o problema está |problema )?(resolvido|solucionado|certo|ok|perfeito|bem|tratado)( agora| já)?/,
    /perfeito|ótimo|óptimo|excelente|muito bem|entendido|ok|combinado|fantástico|certo|maravilha/,
    /(olá|oi|bom dia|boa tarde|boa noite)( a todos)?|(melhores |com os melhores )?cumprimentos|atenciosamente|abraços?|(um )?(bom|ótimo) (dia|fim de semana)|(uma )?boa (tarde|noite|semana)|att/,
  ],
  dutch: [
    /(heel |hartelijk |erg |alvast |nogmaals )*(bedankt|dank)( je| u| je wel| u wel| jullie| allemaal| nogmaals)*|(dank je|dank u|dankjewel|dankuwel|dank je wel|dank u wel|thanks|dankjulliewel)( zeer| allemaal)?/,
    /(heel |hartelijk |erg )?(bedankt|dank|dank je|dank u) voor (de |je |jullie |uw |het )?(snelle |goede )?(hulp|reactie|antwoord|ondersteuning|oplossing|info|informatie|service|moeite)/,
    /(het |alles |dat |nu )*(werkt|doet het|lukt|is gelukt|heeft gewerkt)( nu| weer| goed| prima| perfect| allemaal)*/,
    /(het |alles |het probleem |probleem )?(is )?(opgelost|verholpen|gelukt|in orde|goed|ok|oké|klaar|prima)( nu)?/,
    /perfect|prima|top|super|geweldig|fijn|oké|ok|begrepen|duidelijk|helemaal goed|mooi/,
    /(hallo|hoi|dag|beste|goedemorgen|goedemiddag|goedenavond)( allemaal| team)?|(met )?(vriendelijke|hartelijke)? ?groet(en|jes)?|mvg|(een )?(fijne|prettige) (dag|avond)( nog| verder)?|fijn weekend/,
  ],
  swedish: [
    /(stort |tusen |många |jättestort )?tack( så mycket| snälla| igen| alla| för allt| så jättemycket| ska du ha)*|tackar( så mycket)?/,
    /(stort |tusen )?tack( så mycket)? för (hjälpen|svaret|snabbt svar|snabb hjälp|din hjälp|er hjälp|supporten|informationen|infon|all hjälp|snabb respons|återkopplingen)/,
    /(nu |det |allt |det här )*(fungerar|funkar|fungerade|funkade|går)( det| nu| igen| bra| perfekt| fint| allt| som det ska)*/,
    /(det |allt |problemet |nu )*(är )?(löst|åtgärdat|fixat|klart|bra|ok|okej|ordnat)( nu)?|det löste sig/,
    /perfekt|toppen|bra|super|jättebra|utmärkt|ok|okej|uppfattat|förstått|kanon|härligt/,
    /(hej|hejsan|god morgon|god dag|tjena)( alla| på er)?|(med )?(vänliga|bästa|många)? ?hälsningar?|mvh|(ha )?(en )?(trevlig|fin|bra) (dag|helg|kväll)|hälsningar/,
  ],
  polish: [
    /(bardzo |serdecznie |pięknie |ślicznie |jeszcze raz )*(dziękuję|dziękujemy|dzięki|dziekuje|dzieki)( bardzo| serdecznie| wielkie| ślicznie| z góry| jeszcze raz| wszystkim)*|wielkie dzięki/,
    /(bardzo |serdecznie )?(dziękuję|dziękujemy|dzięki)( bardzo)? za (szybką |pana |pani |twoją |waszą |udzieloną )?(pomoc|odpowiedź|wsparcie|informację|reakcję|interwencję|szybką odpowiedź)/,
    /(teraz |wszystko |już |to |teraz już )*(działa|zadziałało|jest ok|gra)( już| teraz| poprawnie| dobrze| znowu| bez zarzutu| świetnie)*/,
    /(wszystko |problem |już |jest )*(rozwiązany|rozwiązane|naprawione|załatwione|w porządku|ok|dobrze|gotowe)( już| teraz)?/,
    /super|świetnie|doskonale|idealnie|rozumiem|ok|okej|jasne|przyjąłem|przyjęłam|perfekcyjnie/,
    /(cześć|witam|dzień dobry|dobry wieczór|hej)( wszystkim)?|(z |serdeczne |łączę )?(poważaniem|pozdrowieniami|pozdrowienia)|pozdrawiam( serdecznie)?|miłego (dnia|weekendu|wieczoru)|życzę miłego dnia/,
  ],
  russian: [
    /(большое |огромное |ещё раз |еще раз )*спасибо( большое| огромное| вам| тебе| всем| ещё раз| еще раз)*|(благодарю|благодарим)( вас)?|спс/,
    /(большое |огромное )?спасибо( большое| вам)? за (быструю |оперативную |вашу |быстрый |оперативный )?(помощь|ответ|поддержку|информацию|содействие|оперативность)|благодарю( вас)? за (помощь|ответ|поддержку)/,
    /(теперь |всё |все |сейчас |уже )*(работает|заработало|заработал|заработала|получилось)( теперь| нормально| отлично| хорошо| снова| уже)*/,
    /(всё |все |проблема |вопрос |уже )*(решена|решён|решен|исправлено|в порядке|хорошо|ок|решено|готово)( теперь)?/,
    /отлично|супер|прекрасно|замечательно|хорошо|понятно|понял|поняла|ок|принято|идеально|ясно/,
    /(привет|здравствуйте|добрый день|доброе утро|добрый вечер)( всем| коллеги)?|с уважением|(хорошего|приятного|доброго) (дня|вечера)|хороших выходных|всего (доброго|хорошего)/,
  ],
  japanese: [
    /(どうも|誠に|本当に|早速の?|迅速な?|ご)*(対応|回答|返信|連絡|支援|協力|教示)?(いただき|頂き|くださり|下さり|を)?(どうも|誠に|本当に|大変)?(ありがとう|有難う|有り難う)(ござい|御座い)?(ます|ました)?(。)?/,
    /(大変)?(助かり|助かって)(ます|ました)|感謝(いたし|致し|し)(ます|ております)|どうも|サンクス/,
    /(問題は?|不具合は?|無事に?|これで|もう)*(解決|復旧|直り|動き|使え|でき|出来|治り)(い?たし|致し|し)?(ました|ます|るようになりました|ています)|問題(あり|ござい)ません|大丈夫です|うまくいきました/,
    /了解(です|しました|いたしました)?|承知(し|いたし|致し)ました|完璧です?|確認(し|いたし|致し)ました/,
    /お(世話|疲れ)(様|さま)?(に|で)(なって|なり|ござい|す)?(おります|います|ます|です)?|こんにちは|よろしくお?願い(し|いた?し|致し|申し上げ)(ます|たします)|宜しくお願い(し|いたし|致し)ます/,
  ],
  chinese: [
    /(非常|十分|太|多|很|真的)?(感谢|感謝|谢谢|謝謝|多谢|多謝|谢了|謝了)(您|你|你们|您们|你們|大家|了|啊)?(的)?(帮助|幫助|支持|回复|回覆|帮忙|幫忙|协助|協助|及时回复|快速回复|耐心|解答)?|辛苦(你|您)?了/,
    /(现在|現在|已经|已經|都|可以|问题|問題|全部|終於|终于)*(好了|可以了|解决了|解決了|正常了|恢复了|恢復了|能用了|可以用了|没问题了|沒問題了|修好了|搞定了|行了|解决|解決|正常)/,
    /好的?|好滴|收到|明白了?|知道了|了解|完美|太好了|太棒了|没问题|沒問題|可以|很好|ok/,
    /(您|你|大家)好|(早上|下午|晚上)好|早安|祝(您|你)?(好|工作顺利|工作順利|生活愉快|一切顺利|一切順利|商祺)|此致|敬礼|敬禮|祝好/,
  ],
};

const PHRASE = new RegExp(
  `^(?:${Object.values(PHRASES)
    .flat()
    .map(({ source }) => `(?:${source})`)
    .join("|")})$`,
  "u",
);

const MAX_CHARACTERS = 160;
const QUESTION = /[?？¿؟]/u;
const SENTENCE_ENDS = /[\n.,;:!…—–。、，；：！]+|\s-\s/u;

/**
 * Whether a message only says thanks or that it works, so it shouldn't reopen the task. `text` is without quotation and
 * signature; `names` are those of the correspondents, because such messages often start and end with them.
 */
export function isThanks(text: string, names: readonly string[]): boolean {
  const plain = text.normalize("NFC").trim();
  if ([...plain].length > MAX_CHARACTERS || QUESTION.test(plain)) return false;
  const known = new Set(names.flatMap((name) => wordsOf(name)));
  const sentences = plain.split(SENTENCE_ENDS).map((sentence) => wordsOf(sentence));
  const said = sentences.map((words) => words.filter((word) => !known.has(word)).join(" ")).filter(Boolean);
  return said.length > 0 && said.every((sentence) => PHRASE.test(sentence));
}

/** The words of a text in lower case, without marks and emoji. */
const wordsOf = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^\p{L}\p{M}\p{N}'\s-]/gu, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
