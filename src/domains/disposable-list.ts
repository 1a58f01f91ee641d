/** Made by dev/generate/disposable-domains.ts from disposable-email-domains-js, CC0. */
export const disposableList = `
0-mail.com 00jac.com 01022.hk 010530.xyz 01130.hk 020307.xyz 027168.com 045692.xyz 062e.com 0815.ru 0815.su 0845.ru
092088.xyz 0box.eu 0cd.cn 0clickemail.com 0cpub2.tech 0n0ff.net 0nelce.com 0rg.fr 0v.ro 0w.ro 0wnd.net 0wnd.org
0x207.info 1-8.biz 1-second-mail.site 1-tm.com 10-minute-mail.com 1000rebates.stream 100likers.com 103.ink 105kg.ru
10dk.email 10inbox.online 10mail.com 10mail.org 10mail.tk 10mail.xyz 10min.email 10minemail.com 10minmail.de
10minmail.org 10minut.xyz 10minute.email 10minutemail.be 10minutemail.cf 10minutemail.com 10minutemail.de
10minutemail.ga 10minutemail.gq 10minutemail.ml 10minutemail.net 10minutemail.nl 10minutemail.pro 10minutemail.us
10minutemailbox.com 10minutemails.in 10minutenemail.de 10minutenmail.xyz 10minutesmail.com 10minutesmail.fr
10minutmail.pl 10x9.com 11163.com 11166666.xyz 114514279.xyz 123-m.com 12312312312.cfd 1234211.xyz 123456789.life
123clone.com 123mails.org 12bclass.us 12friday.space 12hosting.net 12houremail.com 12minutemail.com 12minutemail.net
12storage.com 130723.xyz 13282298.xyz 1337.care 13512863687.store 140unichars.com 142code.me 147.cl 151668.xyz
15qm.com 164109038.xyz 16816889.xyz 179297.xyz 1820mail.vip 189.email 18t5b.shop 191117636.cfd 191mariobet.com
199411.store 1blackmoon.com 1ce.us 1chuan.com 1clck2.com 1fsdfdsfsdf.tk 1mail.ml 1nom.org 1pad.de 1s.fr 1sec.site
1secmail.com 1secmail.net 1secmail.org 1secmail.space 1secmail.website 1st-forms.com 1sworld.com 1t-mail.com
1to1mail.org 1trick.net 1usemail.com 1webmail.info 1win.life 1xp.fr 1zhuan.com 2-b.icu 20030310.com 2003066.xyz
2012-2016.ru 20253025.xyz 202608221.xyz 2048unblocked.com 20email.eu 20email.it 20mail.eu 20mail.in 20mail.it
20minutemail.com 20minutemail.it 20minutesmail.com 20mm.eu 2120001.net 216222.xyz 21cn.com 21mail.top
2200freefonts.com 22345377.xyz 2333.live 247web.net 24faw.com 24hinbox.com 24hourmail.com 24hourmail.net 24mail.top
25u.com 264341.xyz 269966.xyz 2anom.com 2chmail.net 2ether.net 2fdgdfgdfgdf.tk 2likemobile.site 2likemobile.tech
2likemobile.top 2likemobile.xyz 2odem.com 2prong.com 2wc.info 300book.info 30mail.ir 30minutemail.com 30wave.com
3202.com 3333366.xyz 33mail.com 3435637.xyz 365boxmail.com 36duongtau.live 36ru.com 39393.me 3a88.dev 3d-painting.com
3dkai.com 3fdn.com 3jf.cn 3l6.com 3littlemiracles.com 3mail.ga 3trtretgfrfe.tk 3xu.studio 4-n.us 401010.xyz 4057.com
418.dk 42o.org 42web.io 48dz.com 48hr.email 497000.xyz 499713376.xyz 4gfdsgfdgfd.tk 4k5.net 4mail.cf 4mail.ga
4nextmail.com 4nmv.ru 4pu.com 4save.net 4tb.host 4warding.com 4warding.net 4warding.org 50set.ru 51baidu.tech
51mail.shop 51www.us 521883.xyz 522885.xyz 52mails.com 55hosting.net 5ghgfhfghfgh.tk 5gramos.com 5ixmonth.xyz
5july.org 5mail.cf 5mail.ga 5minutemail.net 5oz.ru 5semail.com 5tb.in 5x25.com 5xu.vn 5yaochu.top 5ymail.com
60minutemail.com 628868.xyz 636364.xyz 66-77.cc 662602718.xyz 668fmail.com 672643.net 675hosting.com 675hosting.net
675hosting.org 67899vip.com 681mail.com 689345.xyz 6974.click 6hjgjhgkilkj.tk 6ip.us 6mail.cf 6mail.ga 6mail.ml
6n9.net 6paq.com 6somok.ru 6url.com 6ys.tech 729406.xyz 7362354.xyz 75hosting.com 75hosting.net 75hosting.org
778891.icu 78.school 78511939.xyz 792792.xyz 7days-printing.com 7mail.ga 7mail.ml 7novels.com 7tags.com
7xusq8vbim5d47.icu 80665.com 80fight.cn 8127ep.com 816qs.com 862808.xyz 875888.xyz 88cloud.cc 8d7kh.com 8mail.cf
8mail.ga 8mail.ml 911666.xyz 91tanhua.top 920325.xyz 931123.xyz 94587293.xyz 94an.com 957jp.cc 971007.xyz 981027.xyz
98104.cn 99.com 992551.xyz 99cows.com 99experts.com 99mail.us 9mail.cf 9me.site 9mot.ru 9ox.net 9q.ro a--i.top
a-bc.net a-germandu.de a45.in a7996.com aa5zy64.com aaago.cyou aabkmail.com aachendate.de aaconservation.org
aakingcompany.shop aakk.link aakkmail.com aaoo.me aaqwe.ru aaqwe.store abacuswe.us abaib.bond abajb.bond abakiss.com
abalb.bond abamb.bond abanb.bond abapb.bond abasb.bond abatido.com abaub.bond abaxb.bond abayb.bond abazb.bond
abc179312.shop abcmail.email abevw.com abilityaccesslegal.org abilitywe.us aboodbab.com abouse.space abovewe.us
absolutewe.us abundantwe.us abusemail.de abuser.eu abusultann.com abyis.com abyssmail.com ac20mail.in
academiccommunity.com academywe.us acaic.bond acanok.com acc1s.com acc1s.net accclone.com acceleratewe.us accentwe.us
acceptwe.us accis.net acclaimwe.us accordwe.us accountscenter.support accreditedwe.us acedby.com acg-news.com
acgn.click acgnnews.com achievementwe.us achievewe.us acidservices.xyz acornwe.us acqq.dev acrossgracealley.com
acrylicwe.us activatewe.us activitywe.us acucre.com acuitywe.us acumenwe.us adaid.bond adaptivewe.us adaptwe.us
adarsa.me adawd.bond addadsasd.icu addictingtrailers.com addmails.com addrin.uk adeptwe.us adfskj.com adios.email
adiq.eu aditus.info admiralwe.us adn3t.com ado888.biz adobeccepdm.com adoniswe.us adpugh.org adroh.com ads24h.top
adsd.org adsensekorea.com adubiz.info adult-work.info advantagewe.us advantageyoungpeople.com advantimo.com
adventurewe.us adventwe.us advisorwe.us advitise.com advocatewe.us adwaterandstir.com aeace.bond aeale.bond aeame.bond
aeape.bond aeare.bond aeaue.bond aeaxe.bond aecmedya.com aeerso.space aegde.com aegia.net aegiscorp.net aegiswe.us
aelo.es aeonpsi.com aeronyx.cfd aesel.me aetheron.cfd afalf.bond afarek.com afarf.bond afeeyah.store affecting.org
affiliate-nebenjob.info affiliatedwe.us affilikingz.de affinitywe.us affluentwe.us affordablewe.us afia.pro
afrobacon.com afse-gh.top aftercorporation.com afterhourswe.us afternea.sbs agabg.bond agallagher.id agedmail.com
agencysq.store agendawe.us agenpremium.store agentloop.sbs agger.ro agilewe.us agiuse.com agmbowie.com agorawe.us
agtx.net agylzuv.top ahavaexperience.com aheadwe.us ahem.email ahk.jp ahmadfamily.net ahmadizhar.net ahmedkhlef.com
ahvin.com ai100999.com aiaccount.click aibase.bond aiclit.asia aifmusic.top aihubtools.space aikunkun.com ailicke.com
aineapi.com aiphotoeditor.io aiphotoenhancer.me air2token.com aircourriel.com airhemp.com airmailbox.website
airsworld.net airychen.com aisub.store aisubpro.click aisubstore.click aisupply.click aiuu.tech aiworldx.com aixnv.com
aizhongzhuan.cc ajaxapp.net ajinimoto.me ak6lay.shop akapost.com akbip.com akerd.com akgq701.com akirapowered.com
akjaey.space akmail.in akolay.tech akugu.com akunlama.com al-qaeda.us al1ya.app alarafoundation.com albill.com
albionwe.us alchemywe.us aleh.de alfaceti.com alhsalumni.org aliaswe.us aliban.org alienware13.com aligamel.com
alightmotion.cloud alightmotion.id alightmotion.top aligroup.uk alilot.com alina-schiesser.ch alisaol.com
alisongamel.com alisree.com alivance.com alivewe.us all-cats.ru allaccesswe.us allamericanwe.us allaroundwe.us
alldirectbuy.com allegiancewe.us allegrowe.us allemojikeyboard.com allfreemail.net allgoodwe.us alliancewe.us
allinonewe.us allofthem.net alloutwe.us allowed.org alloywe.us allprowe.us allreview4u.com allseasonswe.us
allstarwe.us allthegoodnamesaretaken.org allurewe.us allwebemails.com almatips.com almiswelfare.org almondwe.us
alosp.com alph.wtf alpha-web.net alphaomegawe.us alpinewe.us alreval.com altairwe.us altitudewe.us altmails.com
altuswe.us aluimport.com alvaxio.com alwayss.uno ama-trade.de ama-trans.de amadeuswe.us amail.club amail.com
amail1.com amail4.me amazinggift.life amazingly.online amazon-aws.org amberwe.us ambiancewe.us ambitiouswe.us
ameady.com amelabs.com americanawe.us americancivichub.com americasbestwe.us americaswe.us amex409.monster amicuswe.us
amilegit.com aminating.com amiri.net amiriindustries.com amiyah.cloud amiyiy.xyz amplewe.us amplifiedwe.us
amplifywe.us ampsylike.com anajakstore.site analogwe.us analysiswe.us analyticalwe.us analyticswe.us analyticwe.us
anappfor.com anappthat.com anarac.com andalanglobal.app andreihusanu.ro andrewclaude.eu andrewclaude.fr
andrewclaude.org andrewclaude.store andrewcluh.top androl.cfd andthen.us angiiidayyy.click anhvip9999.com animesos.com
aniross.com anit.ro ankiclub.space annd.us annnekkk.com ano-mail.net anogz.com anon-mail.de anonbox.net anonmail.top
anonmails.de anonymail.dk anonymbox.com anonymized.org anonymousness.com anotherdomaincyka.tk anquandx.com
ansibleemail.com anthony-junkmail.com antireg.com antireg.ru antispam.de antispam24.de antispammail.de antttool.us
anvjobvnu.top any.pink anyalias.com anypng.com anywebmail.com aoeuhtns.com aokkad.com aokkas.com apexnovaser.com
apexone.top apfelkorps.de aphlog.com apimi.icu apkmd.com apocaw.com appc.se appinventor.nl appixie.com appmail.uk
appremiums.pro apps.dj appsdjheru.site appzily.com aprte.com aqilakomputer.com aquaguide.ru arapgege.app arapps.me
arcadein.com arcadium.lat arcentra.cfd ardsp.shop arduino.hk arenahiveai.com ariaz.jetzt arkoo.site armyspy.com
aron.us arrabyte.com arroisijewellery.com art-en-ligne.pro arthiq.life artleoncommunications.com artman-conception.com
artsdigi.store artsdigital.store arur01.tk arurgitu.gq arvato-community.de arxxwalls.com asajv2ray.site asaption.com
aschenbrandt.net asciibinder.net asd903102.online asdasd.nl asdasd.ru asgzs.top ashleyandrew.com ashnkarsh.life
asimarif.com asistx.net ask-mail.com asleepity.com asorent.com aspireviastudios.org assurmail.net astonut.tk
astroempires.info asu.mx asu.su asurad.com at.hm at0mik.org atelierdelune.shop atkshop.shop atkshopp.space
atlas4381.me atlasimple.com atmemail.top atnet.top atnetcloud.space atnextmail.com atombomb.online attnetwork.com
atxc.space au1688x.us aubady.com augmentationtechnology.com aumails.us auralith.cfd aureliandata.space
ausgefallen.info auth2fa.com auti.st autofixmax.com automisly.org automizelymail.info automizly.net autommo.net
autorobotica.com autosouvenir39.ru autotwollow.com autowb.com autoxugiare.com autu11n.lol available-home.com
avalentra.cfd averdov.com avia-tonic.fr avls.pt avtolev.com awa.pics awatum.de awdrt.org awesome47.com
awesomesaucemail.org awgarstone.com awiki.org awsoo.com ax05.cn axax.asia axgrad.io axin05.icu axionintellex.shop
axiz.org axon7zte.com axsup.net ayag.cloud ayakamail.cf ayumas.store azame.pw azazazatashkent.tk azcomputerworks.com
azmeil.tk azulejoslowcost.es azuretechtalk.net azurien.cfd azzancoffee.com b1of96u.com b20nn6.cn b2bx.net b2cmail.de
b7s.ru babyeat.food babyfun.fun backilnge.com bacteroidmail.com badgerland.eu badoop.com badopsec.lol badpotato.tk
baechecker.com bahlill.cfd baicai1145.online baicai1145.shop baidoxe.com baileybridge.org baiyucraft.sbs baizoto.shop
bakultelo.com balaket.com balawo.com banancaocap.com banclone.pro bandtoo.com bangban.uk bangdieukhien.net
banhang14.com banit.club banit.me bank-opros1.ru bankinnepal.com banri.xyz bar-ton.store bareed.ws barnrestaurant.pro
barooko.com barryogorman.com bartdevos.be baselogicroute.com basepathgrid.com baserda.net bashyrcn.yachts
basketrise.com basscode.org batdongsanhatinh.org batiinsaat.net bauwerke-online.com baybabes.com baybumutan.shop
bazaaboom.com bb28.dev bbbbyyzz.info bbhost.us bbitf.com bbitj.com bbitq.com bbmail.store bbmailku.com bbroot.com
bbwg.one bbxb.fashion bbyb.fashion bcaoo.com bcast.ws bcb.ro bccto.me bcmail.pro bcooq.com bdgstr.com bdm.ovh
bdmuzic.pw bdq8.pw bdshar.com beaconmessenger.com bearsarefuzzy.com beastmail.space beatbok.online
beautifulblessingsbeyondborders.org bebed.cyou bebel.cyou beben.cyou bebez.cyou beddly.com beefmilk.com beelsil.com
beganment.com begemail.com behatifoundation.org bekasi.me belamail.org belgianairways.com belicapcut.app
belljonestax.com beluckygame.com benipaula.org benphim.com benphim.net benshelf.com bepureme.com beribase.ru
beribaza.ru berirabotay.ru berkahfb.com berkahjayashope.com berwie.com best-hosting.biz best-john-boats.com
best-temp-mail.com best-vpn.xyz bestchoiceusedcar.com bestlistbase.com bestoption25.club bestparadize.com
bestsoundeffects.com besttempmail.com betacinder.com betatensor.com betr.co betteryoutime.com bflcafe.com bgtmail.com
bgx.ro bgyiacczy.top bhana.xyz bhap.me bheps.com bhuxp.org bidourlnks.com big1.us bigmail.lol bigprofessor.so
bigstring.com bij.pl bilingva-ca.store bin-ich.com binafex.com binancepools.cloud binbx.net binech.com binich.com
binka.me binkmail.com binnary.com bio-muesli.info bio-muesli.net biojuris.com bione.co bipochub.com bishwanathuk.cc
bitmah.com bitmens.com bitrealm.in bittnex.com bitwhites.top bitymails.us biubiuwholeworld.cn biweia615.icu biyug.com
biz.st bizimalem-support.de bizisstance.com bjorwi.rest bjvc.top blackgoldagency.ru blackmarket.to bladesmail.net
blakeagency.buzz blenched.com blendlog.com blenro.com bletilla.cc bletsoetownclosecharity.bio blip.ch blip.ovh
blnkt.net blobapps.com block521.com blogmyway.org blogos.net blogspam.ro blogtricks.de blondemorkin.com blondmail.com
bltiwd.com bluedumpling.info bluewerks.com bmoar.com bncinema.com bnote.com bnrlner.shop bnyhr.us boatmail.us bobgf.ru
bobgf.store bobmail.info bobmurchison.com bocas.tech boerakemail.com bofthew.com bokgumail.kr bomnet.net bonobo.email
boofx.com bookgame.org bookthemmore.com boommail.online boostme.es bootssl.com bootybay.de boranora.com bored.lol
borged.com borged.net borged.org bosakun.com boscharena.dev bot.cd bot.nu botgetlink.com botgetlink.net boukshilf.com
boun.cr bouncr.com bowlfuel.com box-mail.ru box-mail.store boxem.ru boxem.store boxfi.uk boxformail.in boximail.com
boxlet.ru boxlet.store boxmach.com boxmail.lol boxmail1.com boxomail.live boyaga.com bpotogo.com bptfp.net
brand-app.biz brandallday.net brashbeat.online brasx.org brazbuzii.online breaite.com breakthru.com brefmail.com
brennendesreich.de brevionix.cfd brevitron.cfd bridgetonmainstreet.org briefalpha.org briggsmarcus.com
bristolstatehousefoundation.org brivian.link broadbandninja.com brodipek.xyz brokenion.com brothershaircut.com
bsfh.beer bskyx.fun bsnow.net bspamfree.org bspooky.com bst-72.com btb-notes.com btc.email btcmail.pw btcmod.com
btizet.pl btsblock.com btthyto.org buccalmassage.ru budaya-tionghoa.com budayationghoa.com buddyfly.top buffemail.com
bugfoo.com bugmenever.com bugmenot.com bukanimers.com bukatv8.com bukhariansiddur.com bulapolo.site bulrushpress.com
bultoc.com bum.net bumail.site bumpymail.com bunchofidiots.com bund.us bundes-li.ga bunmail.one bunnyhub.space
bunsenhoneydew.com burangir.com burnermail.bond burnermail.cyou burnermail.io burnthespam.info burstmail.info
busd-mmjd3.wiki business-degree.live businessbackend.com businesssuccessislifesuccess.com buspad.org bussinesa.app
bussitussi.com busyaz.tech buy-blog.com buyapp.foo buymoreplays.com buyordie.info buyreview.us buyusdomain.com
buyusedlibrarybooks.org buzzcluby.com buzzcut.ws bwmyga.com bx52ff4a.shop byagu.com byconf.com byebyemail.com
byespm.com byiepsxqu.top byjkprh.top byom.de bytedigi.com bytonf.com c-newstv.ru c-pkk.icu c-tta.top c14.mobi
c1ph3r.xyz c28.mobi c4.fr c4pro.uk c51vsgq.com caainpt.com cachedot.net cafesui.com caftee.com caldrexa.cfd
californiafitnessdeals.com calmriver.info calvarystreetisa.org cam4you.cc cameltok.com camera47.net cameraity.com
camping-grill.info cancer-treatment.xyz candassociates.com candymail.de cane.pw canfga.org cangcud.com cangcutku.pro
cantozil.com canvect.com caowo.online capct.id capcud.shop capcut.digital capcut.sbs capcut.space capcut02.shop
capcutku.io capcutmeflo.shop capcutmm.shop capcutpro.click capcutpro.dev capcvt.es capitalistdilemma.com
caprasolver.xyz captus.cyou caqcut.top car101.pro carbtc.net care-breath.com caregradeguard.com carpin.org cars2.club
carsencyclopedia.com cartelera.org caseedu.tk cashflow35.co cashflow35.com casterview.xyz casualdx.com catfie.app
catgroup.uk catsredeem.com catterickgarrisonfootballcentre.uk cauterize.top cavi.mx cazlg.com cbair.com cbasosbr.top
cbdol.mx cbes.net cbsbada.com cbty.ru cbty.store ccimran.buzz cckuy.com ccmail.uk ccqu.top ccsuncare.com cctc.fashion
cctoolz.com ccwc.fashion ccxiao.cn cczc.fashion cdfaq.com cdnmia.com cdnripple.com cdpa.cc cdxugmy.top ceed.se cek.pm
cellurl.com cengrop.com centermail.com centermail.net certificenter.com certve.com cetpass.com cfo2go.ro cggup.com
ch.ma chacuo.net chahcyrans.com chaichuang.com chaineor.com chalupaurybnicku.cz chamconnho.com chammy.info
chanceforfuture.org chansd.com chantellegribbon.com chaocosen.com chapsmail.com charl.us chasefreedomactivate.com
chatclaude.top chatgptmail.shop chatich.com chatworkstation.com chaublog.com chauhuy.click chauhuy.online chauhuy.site
chautuyen.click chautuyen.online cheaphub.net cheapmori.store cheatmail.de chefalicious.com cheminsdevie.ink
chenbot.email chenbufan.top chessgameland.com chessgamingworld.com chestcloudx.com chewydonut.com chibakenma.ml
chickenkiller.com chielo.com childrenth.com childsavetrust.org chilkat.com chillart.org chilloliandfii.space
chinamkm.com chingchongme.site chithinh.com chitthi.in choco.la chogmail.com choicemail1.com choichay.com choigi.com
chomolokko.shop choner.cn choner.shop chong-mail.com chong-mail.net chong-mail.org chongqilai.cc chophim.com
chosenx.com chotgo.com chromentis.cfd chsi.christmas chuan.info chumpstakingdumps.com chundage.help chupanhcuoidep.com
cigar-auctions.com cihuy.net cimario.com cipcup.site citmo.net civikli.com civx.org ckaazaza.tk cketrust.org ckiso.com
cl-cl.org cl0ne.net claimab.com clandest.in classesmail.com classio.click claudd.com claverfield.org clearbeam.pro
clearhabitpath.com clearwatermail.info click-email.com clickcore99.click clickdeal.co clipmail.eu clixser.com
clockemail.com cloneemail.com clonehv.com clonekhoe.com clonemailsieure.com clonemoi.tk clonenpa.com clonere.net
clonetrust.com cloud-mail.top cloud-temp.com cloudflare.gay cloudgen.world cloudgue.site cloudsign.in
cloudtempmail.net cloudyourfast.net clousy.site clout.wiki clowmail.com clrmail.com clyvantis.cfd cmail.blog
cmail.club cmail.com cmail.net cmail.org cmbl.top cmdkl.com cmhvzylmfc.com cnamed.com cndps.com cneemail.com cnew.ir
cnieux.com cnmsg.net cnoilpress.com cnsds.de co.cc coasah.com cobarekyo1.ml cocoro.uk cocovpn.com code-gmail.com
codeandscotch.com codeguard.net codei.site coderdir.com codestar.site codesuc.top codexrip.vip codinggo.cn
codivide.com codywon.top coffeeazzan.com coffeejadore.com coffeetimer24.com coieo.com coin-host.net coinlink.club
colabeta.com colaname.com coldemail.info colorcastmail.com colurmish.com cometclear.com comfythings.com
compareshippingrates.org completegolfswing.com compressjpg.io comwest.de comyze.org concu.net conf.work confmin.com
congacone312.shop connectifyhub.sbs connho.com connho.net consumerriot.com contaco.org contactbox.work
contactpage.online contbay.com coocuuu.food cood.food cooh-2.site coolandwacky.us coolimpool.org cooljump.org
copyhome.win coralhost.my corbyrise.com coreclip.com corhash.net cornwallaerospaceeducationtrust.org corridor.bond
cosdas.com cosmorph.com cosoinan.com cotasen.com cotigz.com courrieltemporaire.com cousinment.com covisuki.icu coza.ro
cozilla.pw cpc.cx cqwbn.com crankhole.com crapmail.org crastination.de craventry.cfd crazespaces.pw crazymailing.com
crczrsxls.top cream.pink credit-loans.xyz crepeau12.com cresvyn.cfd creteanu.com cringemonster.com crogra.org
cross-law.ga cross-law.gq crossmailjet.com crossroadsmail.com crunchcompass.com cruncoau.asia crusthost.com crybio.com
cryptoavalonsolhub.cloud cryptogmail.com cs.email csh.ro cslua.com cspaus.com cszbl.com ctmailing.us ctos.ch
cttnoot.us cu.cc cuahangvppn.shop cuaks.fun cubene.com cubiclink.com cucadas.com cuendita.com cuirushi.org cunan.store
cuoly.com cuongaquarium.com cupbest.com curlhph.tk currentmail.com curryworld.de cursor13402.xyz cuscuscuspen.life
cust.in cutefrogs.xyz cutevi.us cutout.club cutradition.com cutsup.com cuvox.de cuvrs.info cxbl.top cxioms.help
cxwet.com cyber-innovation.club cyber-phone.eu cyberionexus.shop cybertemp.cfd cybertemp.xyz cycinst.com cyclelove.cc
cyjd.top cykr.beer cylab.org cyln.beer cypi.fr czx.one d1yun.com d3p.dk d4ngerssquy.info daabox.com dab.ro
dacoolest.com daemonixgames.com daemsteam.com daerdy.com daibb.us daibond.info daily-email.com dailynove.com
dailynutria.com daimuedu.com daintly.com dakaka.org dalanshu.org damai.webcam dammexe.net damnthespam.com
dandikmail.com dantriviet.shop daouse.com dapdigital.site dapurx.me dardr.com darkharvestfilms.com darkserver.ru
daryxfox.net dasdasdascyka.tk dash-pads.com dataarca.com datadudi.com datapinacle.com datarca.com datazo.ca
datenschutz.ru datum2.com daugr.com davidkoh.net davidlcreative.com davidtrix.biz dawin.com dawnwick.org
dawsoncountygunclub.org dayizhan.top daymail.life daymailonline.com dayrep.com dbmail.one dboso.com dbunker.com
dcctb.com dcemail.com dcpa.net dd2car.com ddat0511.click ddcrew.com ddfd.fashion de-a.org dea-21olympic.com
deadaddress.com deadchildren.org deadfake.cf deadfake.ga deadfake.ml deadfake.tk deadspam.com deagot.com deajeng.store
dealja.com deallabs.org dealrek.com deapad.com debitur.cam decep.com decodewp.com decornido.com deekayen.us deenur.com
deepconverts.com deepmails.org deepmaster.fun deepneko.xyz deepyinc.com defomail.com degar.xyz degradedfun.net
dehaopay.com deinbox.com delaeb.com delayload.com delayload.net delikkt.de delivrmail.com delorex.com
deltajohnsons.com deluxmail.com delvionis.cfd demen.ml dengekibunko.ga dengekibunko.gq dengekibunko.ml denipl.com
denipl.net dentaguardmouthguard.com deornaumail.com depdocla.net der-kombi.de derkombi.de derluxuswagen.de
desertsundesigns.com deshnetarchadacalculator.one desoz.com despam.it despammed.com dev-null.cf dev-null.ga
dev-null.gq dev-null.ml dev17.tech devbike.com developermail.com developtool.app devh24.online devnullmail.com
devsonline.studio deyom.com dgdf.cc dh372.top dharmatel.net dhm.ro dhnow.com dhy.cc dialogus.com diapaulpainting.com
dichvuxe24h.com dicopto.com diddyricky.com diddyricky.fr diddyricky.info diddyricky.store diemhenvn.com digdig.org
digi-value.fr digibeast.my digibeast.store digimaster.bond diginey.com digital-message.com digitalesbusiness.info
digitalmail.info digitalmariachis.com digitalsanctuary.com digitecy.live dildoe.cfd dildosfromspace.com dim-coin.com
dimalk.com dingbone.com dinlaan.site dino.icu diolang.com diplom-voronesh.ru directmail24.net disaq.com disbox.net
disbox.org discard.cf discard.email discard.ga discard.gq discard.ml discard.tk discardmail.com discardmail.de
discos4.com dishcatfish.com disign-concept.eu disign-revelation.com dispo.in dispomail.eu disposable-e.ml
disposable-email.ml disposable.cf disposable.ga disposable.ml disposable.site disposableaddress.com
disposableemailaddresses.com disposableinbox.com disposablemails.com dispose.it disposeamail.com disposely.xyz
disposemail.com disposemymail.com disposly.com dispostable.com divad.ga divermail.com divismail.ru diwaq.com dixz.net
diyongjin.net dizigg.com djiv.xyz dldweb.info dlemail.ru dmail.one dmarc.ro dmcelements.org dmxs8.com dndent.com
dns.army dns.navy dnsclick.com dnses.ro dnslog.tech doanart.com doantotnghiep.com dob.jp docash.app docbao7.com
docse.site dodgeit.com dodgemail.de dodgit.com dodgit.org dodsi.com dogclothing.org dogmrp.com dohoanganh.site
doiea.com doj.one dolofan.com dolphinnet.net domforfb1.tk domforfb18.tk domforfb19.tk domforfb2.tk domforfb23.tk
domforfb27.tk domforfb29.tk domforfb3.tk domforfb4.tk domforfb5.tk domforfb6.tk domforfb7.tk domforfb8.tk domforfb9.tk
domozmail.com dona.one dona.pw dona.rip donebyngle.com donemail.ru dongqing365.com donkicode.top dontreg.com
dontsendmespam.de dontsleep404.com donusumekatil.com doobb.com doojazz.com doquier.tk doreact.com
dorothyfoundation.org dotapodemail.com dotman.de dotmsg.com dotool8.top dotos.dev dotslashrage.com dotvu.net dotzi.net
doublemail.de douchelounge.com doudizhu.top doulas.org downloadigpost.com downloadvideoig.app dozvon-spb.ru dp76.com
dpfrufiwo.top dpmurt.my dpptd.com dprasu.sbs dr69.site dramamixio.icu draughtier.com drdrb.com drdrb.net
dreamadventure.org dreamclarify.org dreameg.com dred.ru drevo.si drewzen.com driftz.net drimex.cfd dripzgaming.com
drivetagdev.com drivz.net drmail.in droggo.engineer droolingfanboy.de dropcake.de dropinboxes.com dropjar.com
droplar.com dropmail.me dropons.com dropsin.net drovantis.cfd drovenix.cfd drowblock.com drugsellers.com
dsfsfdsfds.shop dsgvo.party dsgvo.ru dshfjdafd.cloud dshznonline.cc dsiay.com dsitip.com dspwebservices.com
dswe-56f.xyz duam.net dubokutv.com duck2.club duckyoursick.com dudmail.com dugmail.com duidir.com duk33.com
dukedish.com dukunmodern.id dulich360.com dulich84.com dulichdatlanh.com dulichdatlanh.vn dumalu.com dumbass.nl
dump-email.info dumpandjunk.com dumpmail.de dumpyemail.com dunamispfm.org dunkos.xyz durandinterstellar.com
duskmail.com dusrui.com dustinry.com duvips.com duya25446.top duyquyen.site dv2.host dvaren.online dvdpit.com
dwarfmining.com dwiworka.pro dwseal.com dyceroprojects.com dyclsr.xyz dyera.studio dygovil.com dymarent.cfd
dynarix.cfd dz17.net dztyhd.cn e-mail.com e-mail.org e-marketstore.ru e-pool.uk e-postkasten.de e-record.com
e-tomarigi.com e3z.de e4ward.com eacademia.uk eanok.com eartin.net ease.es eastcombe.org easy-trash-mail.com
easygbd.com easyhomefit.com easymailer.live easymails.cc easynetwork.info easytrashmail.com eatmea2z.club eay.jp
ebar.site ebbob.com ebeschlussbuch.de ecallheandi.com ecolo-online.fr ecoverseworld.com ecstor.com edankeunwe.site
edgepodlab.com edgetopgrid.com edgex.ru edinburgh-airporthotels.com edmondventures.com edny.net edshol.net
edudingy.cfd edumaili.com edv.to ee1.pl ee2.pl eeedv.de eelmail.com eelraodo.com eewmaop.com effobe.com efxs.ca
egg5233.com egg5233.one eggbanjos.org eggso.click eggur.com egirl.help egvoo.com egzones.com einmalmail.de einrot.com
einrot.de eintagsmail.de einzieg.site eiveg.com ekot.xyz elafans.com eldobhato-level.hu elearningjournal.org
electro.mn electrochillplanet.com electrolabx.com elerso.com eligou.store elitepixels.store elitevipatlantamodels.com
elixora.cfd eljawir.com elki-mkzn.ru elobits.com elpisproject.org elumetra.cfd elygifts.com email-68.com email-fake.cf
email-fake.com email-fake.ga email-fake.gq email-fake.ml email-fake.tk email-free.online email-jetable.fr
email-lab.com email-temp.com email.net email1.pro email10p.org email60.com email84.com emailabox.pro emailage.cf
emailage.ga emailage.gq emailage.ml emailage.tk emailaoa.pro emailasia1.com emailate.com emailawb.pro emailax.pro
emailbbox.pro emailbin.net emailboxer.one emailcbox.pro emailcoffeehouse.com emailcu.icu emaildbox.pro emaildienst.de
emaildrop.io emailfake.com emailfake.ml emailforyou.info emailfoxi.pro emailfreedom.ml emailgen.uk emailgenerator.de
emailgo.de emailgratisan.fun emailhook.site emailias.com emailigo.de emailinbo.live emailinfive.com emailisvalid.com
emailjps.com emailkp.com emaillime.com emailluu.asia emailmiser.com emailmuaqat.shop emailna.co emailnator.com
emailnax.com emailnow.net emailnow.one emailo.pro emailondeck.com emailplay.org emailportal.info emailproxsy.com
emailracc.com emailresort.com emailrod.com emails.ga emailsecurer.com emailsensei.com emailsingularity.net
emailspam.cf emailspam.ga emailspam.gq emailspam.ml emailspam.tk emailsy.info emailtech.info emailtemporanea.com
emailtemporanea.net emailtemporar.ro emailthe.net emailtik.com emailtmp.com emailto.de emailuae.com emailure.net
emailvb.pro emailviet.com emailwarden.com emailwww.pro emailxfer.com emaily.pro emailz.cf emailz.ga emailz.gq
emailz.ml emalupe.com emaxasp.com embege.xyz embekhoe.com emeil.in emeil.ir emeraldwebmail.com emergencymail.site
emergentvillage.org emkei.cf emkei.ga emkei.gq emkei.ml emkei.tk emlhot.com emlhub.com emlpro.com emltmp.com
empireanime.ga empva1.com empva11.com emstjzh.com emz.net emziegz.com enayu.com end.tw endingimpunity.com endob.com
enitempmail.xyz enotj.com enspinner.com enterto.com envy17.com eoffice.top eoopy.com eosada.com eoslux.com eoutrbl.com
ep77.com epb.ro epbox.ru epbox.store epetsoft.com ephemail.net ephemeral.email eposta.buzz eposta.work epostal.ru
epostal.store epsteinisland.click epurcf.org eqiluxspam.ga equivara.cfd erahods.com ereplyzy.com ericjohnson.ml
eripo.net ernestturcotte.us ero-tube.org erth.nl esadverse.com esbano-ru.ru esc.la escapehatchapp.com esemay.com
esgeneri.com eshimod.com esiix.com esprity.com estate-invest.fr esterace.com estrowebservices.com etempmail.net
etenx.com eth2btc.info ether123.net ethereum1.top ethersports.org ethersportz.info etickethelpdesk.net etics.us
etotvibor.ru etquakemultimedia.com etramay.com etranquil.com etranquil.net etranquil.org etubemail.com euaqa.com
euleina.com eulercraft.com eurokool.com euucn.com evairo.fun evanfox.info eveav.com evilcomputer.com evilgodshop.uk
evnft.com evomiserver.com evontra.cfd evopo.com evusd.com evvgo.com evyush.com ewebrus.com exahut.com examstudy.xyz
exbts.com exclussi.com exdonuts.com exelica.com exespay.com exhaycle.com existiert.net exitbit.com exitstageleft.net
exmab.com expiredtoaster.org explodemail.com expltain.com extracurricularsociety.com extraku.com extraku.net
extraku.shop extremail.ru extrset.com exweme.com exzork.sbs ey-hungry.top eycfhb.com eyepaste.com eynlong.com ez.lv
ezai.chat ezehe.com ezfill.com ezimb.com ezonemail.com ezstest.com ezua.com ezztt.com f1b.email f1b.vn f2b.click
f2b.email f2b.info f2b.site f2b.tech f2b.tokyo f2b.vn f2c.email f2c.host f2c.me f2c.mobi f2c.press f2d.click f2d.info
f2d.life f2d.pro f2e.click f2e.email f2e.pro f2e.pw f2e.world f2f.email f2f.pw f4k.es fabaos.com facebook-email.cf
facebook-email.ga facebook-email.ml facebookmail.gq facebookmail.ml facemac.website fackme.gq fadingemail.com
faecesmail.me fafa.beer fag.wf failbone.com faithkills.com faizasoft.com fake-box.com fake-mail.cf fake-mail.ga
fake-mail.ml fakedemail.com fakeinbox.cf fakeinbox.com fakeinbox.ga fakeinbox.info fakeinbox.ml fakeinbox.tk
fakeinformation.com fakemail.fr fakemail.io fakemail.net fakemailgenerator.com fakemailz.com
falconryadventurecentreofeducation.com fallinhay.com famamail.com fammix.com fanclub.pm fandoe.com fangoh.com
fanicle.com fansworldwide.de fantastu.com fantasy139.icu fantasymail.de fantatua.com fanymail.com fanzher.com
farah.rip farouter.tech fasl4kas3.site fasssd.ru fasssd.store fast-email.info fast-mail.fr fastacura.com fastchevy.com
fastchrysler.com fasternet.biz fastestflex.com fastinbox.one fastkawasaki.com fastmazda.com fastmitsubishi.com
fastnissan.com fastnodo.click fastsearcher.com fastsubaru.com fastsuzuki.com fasttoyota.com fastyamaha.com fatebd.com
fatflap.com faxico.com faxzu.com faybetsy.com fazka.ovh fbb.cool fbb.kim fbb.lu fbb.vn fbfbs.lol fbhotro.com fbi.one
fbins001mail.com fbins607.com fbkjlnry.top fblgsl.cam fbma.tk fboxmail.com fbviamail.com fcetpkqwm.top fddns.ml
fdfdsfds.com fdfggh-df5.cc fdger88.cc fdmail.top fdpbnzx.cn fdsgsd.org fdsregre.shop fdvctte.info featcore.com
fedayroi.online feelmyheartwithsong.com femailtor.com fenzhuai.top fer-gabon.org feralrex.com ferd.live
ferdomnermail.com feriwor.com fermaxxi.ru ferngrove.org feroxid.com fettometern.com fexbox.org fexbox.ru fexpost.com
fextemp.com ffps.fun ffyf.fashion fgmail.cyou fgtygcop.store fiallaspares.com fibmail.com ficken.de fictionsite.com
fidhost.com fightallspam.com fightingzebras.org figjs.com figshot.com figurescoin.com fiifke.de filbert4u.com
filberts4u.com file2drive.com filetodrive.com film-blog.biz filmla.org filzmail.com finacenter.com findemail.info
findids.net findize.com findmeghana.org findu.pl finews.biz fingso.com finsmine.info fir.hk fira.my firemailbox.club
firerocket.site firstlawyer.org fisdom.vip fitbloomlab.com fitnesrezink.ru fivemail.de fivermail.com fixmail.tk
fizmail.com fkainc.com fknm8.mobi flaimenet.ir flameoflovedegree.com flashemail.site flatimostore.cloud flavourity.com
fleckens.hu flemail.ru flews.app flexvio.com fliegender.fish flock84.uk florevia.cfd flosek.com flowconnect.beer
flowu.com flu.cc fluidsoft.us flurred.com fly-ts.de flyhubs.top flyinggeek.net flymail.tk flyovertrees.com flyspam.com
flywaverun.com flyzy.net fmuss.com fncp.ru fncp.store fog.one foobarbot.net footard.com foothilltoy.site for4u.net
forapps.space forbmmend.com foreastate.com forecastertests.com foreskin.cf foreskin.ga foreskin.gq foreskin.ml
foreskin.tk forexnews.bg forexru.com forexzig.com forgetmail.com formodapk.com fornow.eu forregmail.asia
forregmail.xyz forspam.net forward.cat fosil.pro foxja.com foxnew.info foxtrotter.info fpgrabber.com
fpt-student-support.store fr.cr fr33mail.info fragolina2.tk frankhealeyfoundation.org frapmail.com frappina.tk
frederictonlawyer.com free-email.cf free-email.ga free-temp.net freebabysittercam.com freeblackbootytube.com
freecat.net freecustom.email freedom4you.info freedomcentremereside.org freedompop.us freedrops.org
freefattymovies.com freehotmail.net freeimagehosts.org freeimghost.org freeinbox.email freelance-france.eu
freeletter.me freemail.ms freemails.cf freemails.ga freemails.ml freemeil.ga freemeil.gq freemeil.ml freeml.net
freeplumpervideos.com freerubli.ru freeschoolgirlvids.com freesistercam.com freesourcecodes.com freeteenbums.com
freetimer.online freundin.ru friday12.store friendsofbram.com frive.site frm.ovh front14.org frostypeak.info
fruitservice.xyz frwdmail.com frza.me fsercure.online fsitip.com fsotl.icu fthcapital.com ftp.sh ftpinc.ca
fuckedupload.com fuckingduh.com fucklinuxdo.com fuckme69.club fuckneo.org fucknloveme.top fuckxxme.top fudgerub.com
fudier.com fuirio.com fuk996.icu fukaru.com fukurou.ch fullangle.org fulvie.com fumemail.com fun4k.com fun64.com
fundapk.com fundproceed.com funnycodesnippets.com funnyfail.app funnylolcap.com funnylolcap.fr funnylolcap.org
funnylolcap.store funnymail.de funteka.com furzauflunge.de fusioninbox.com futcost.online futcost.ru futuramind.com
fuvk.ru fuvk.store fuwa.be fuwa.li fuwamofu.com fuwari.be fux0ringduh.com fviadropinbox.com fviainboxes.com
fviamail.com fviamail.work fxavaj.com fxnxs.com fxt.ink fxtubes.com fxxf.beer fxzig.com fycloud.online fyii.de
fynix.sbs fyronex.cfd g-mail.kr g14l71lb.com g1xmail.top g2xmail.top g3xmail.top g4hdrop.us gacharevenue.cc gafy.net
gagcalculator.me gage.ga gailiuzi.icu gakhum.com galaxy.tv gally.jp gamadaiz.shop gamail.top gamapa.asia gamebcs.com
gamegregious.com gamen.me gamepec.com gamerai.shop gamerai.space gamerai.website gamgling.com gandobaba.bond
ganlin.shop garasikita.pw garbagecollector.org garbagemail.org gardenscape.ca gardu.codes garizo.com garliclife.com
garod1.xyz garrymccooey.com gassmail.com gasuda.com gav0.com gavrom.com gawab.com gaxetovemail.com gbcmail.win
gblw.site gbmail.top gcmail.top gcpfas.shop gcpmakerds.cyou gcpowner.online gcpripon.space gcpriponteam.xyz
gcptoday.xyz gdcrm.store gdfgergrer.online gdmail.top gdqoe.net gear3.pro gebrauchtwarencenter.com gedmail.win
geekforex.com geew.ru gehensiemirnichtaufdensack.de geldwaschmaschine.de gelitik.in gemapan.com gemipro1.store
gemniultra.me genderfuck.net generator.email generator1email.com gentleinfopath.com genzmaile.com genzotp.com
genztrang.com geometrics.icu geronra.com gerv.app geschent.biz get-mail.cf get-mail.ga get-mail.ml get-mail.tk
get1mail.com get2mail.fr getai-hub.com getairmail.cf getairmail.com getairmail.ga getairmail.gq getairmail.ml
getairmail.tk getasail.com getbloomdata.com getbox89.xyz geteit.com getemail.space getfun.men getgptcode.com
getmail1.com getmailfree.cc getmails.eu getmails.top getmule.com getnada.cc getnada.com getnowtoday.cf getol.pro
getonemail.com getonemail.net getotp.fun getover.de getsimpleemail.com gett.icu gexik.com gghjnvgfyjhk.top ggmal.ml
ggrainn.com ggvendas.store ggvk.ru ggvk.store ggxg.fashion ggxhunter.com ghfnhcf.xyz ghk55.us gholar.com
ghosttexter.de ghvv.click giacmosuaviet.info giaiphapmuasam.com giantmail.de giare.fun gifto12.com gimbmail.com
gimme-cooki.es gimpmail.com ginzi.be ginzi.es ginzi.net ginzy.eu giodaingan.com gioidev.news giratex.com girlfriend.ru
girlmail.win girlsindetention.com girlsundertheinfluence.com gishpuppy.com gislinghamsilverband.com giveh2o.info
givememail.club givemetoken.xin givmail.com gixenmixen.com gkd2323c.in glaventra.cfd glaviu.icu glcspp.top glitch.sx
globalbizflow.com globaltouron.com glorylandconnections.com gls-info.help glubex.com glucosegrin.com gmaail.icu
gmaiil.top gmail-xsniper.com gmail-xsniper.site gmail-xsniper.space gmail2.gq gmaill.click gmaill.vn gmaillive.cloud
gmaillk.com gmailot.com gmailxsn.com gmailxsn.site gmailxsn.space gmailxyz.bond gmatch.org gmeenramy.com gmells.com
gmial.com gmx1mail.top gmxmail.top gmxmail.win gnctr-calgary.com gni8.com gnwzqaz.shop go2usa.info go2vpn.net
goalmillion.online goatmail.uk gob.re godfare.com godulygmail.com goemailgo.com goeschman.com gohivezone.com
gokublue.me goldenmagpies.com goldinbox.net golemico.com goliszek.net gomail.in gomomy.sbs gongjua.com gonida.com
gonida.uk googl.win goomail.club goonby.com gooner.cat goplaygame.ru gorillaswithdirtyarmpits.com goround.info
gosarlar.com gosuslugi-spravka.ru gothere.biz gotmail.com gotmail.net gotmail.org gotrak.org gowcp.com gowikibooks.com
gowikicampus.com gowikicars.com gowikifilms.com gowikigames.com gowikimusic.com gowikinetwork.com gowikitravel.com
gowikitv.com gpt20260701.top gptworkone.dev gpxmail.win gqov.top grabafilafoundation.org gracetvglobal.com
grandmamail.com grandmasmail.com graphicanal.site graphicbulk.site graphicdany.site graphicedge.click graphicedge.site
graphicedge.tokyo graphicenda.site graphiclean.click graphiclean.site graphiclean.tokyo graphiclens.site
graphiclever.site graphicmen.site grassdev.com gravexia.cfd gravityengine.cc great-host.in greencafe24.com
greendike.com greenhousemail.com greensloth.com greggamel.com greggamel.net gregorsky.zone gregorygamel.com
gregorygamel.net grimstroke.me grish.de gristod.my griuc.schule grn.cc groklan.com groupbuff.com grqccqbwg.top grr.la
grtd.beer gruene-no-thanks.xyz grugrug.ru gruz-m.ru gs-arc.org gsredcross.org gsxstring.ga guanshuyun.com
gudanglowongan.com gudri.com guerillamail.biz guerillamail.com guerillamail.de guerillamail.info guerillamail.net
guerillamail.org guerillamailblock.com guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info
guerrillamail.net guerrillamail.org guerrillamailblock.com gufacoding.com gufum.com guima2.asia gukox.org gustr.com
guysmail.com gxemail.men gxmail.top gyan-netra.com gyknife.com gynzi.es gzb.ro gzeos.com h0tmaii.com h2beta.com
h8s.org ha92.store haben-wir.com habenwir.com habitnestguide.com habitue.net hacccc.com hackersquad.tk hackthatbit.ch
hahawrong.com haibabon.com haida-edu.cn hairs24.ru halamaridfcfs.site halcroft.org haleloya.site halionex.cfd
haltospam.com hamham.uk handrik.com handsofhelpinc.org hanghai232.shop hangxomcuatoilatotoro.ml happiseektest.com
happy-new-year.top happy2023year.com happy9toy.com happydomik.ru happyheadshed.org harakirimail.com hardwork.icu
haren.uk haribu.com hartbot.de hasanmail.ml hat-geld.de hatespam.org havefundarling.xyz havertz.tk hawrong.com
haydoo.com hayys.app hazelnut4u.com hazelnuts4u.com hazmat.help hazmatshipping.org hcap.ai hccmail.win hcypku.cloud
hdcroom.us hdiscord.xyz headstrong.de healingheartmission.org healthforwomen.info healxo.org heathenhammer.com
heathenhero.com hebase.com hecat.es heheee.com heirfoundation.com heisei.be hellodream.mobi helloricky.com
hellosravan.in helpinghandtaxcenter.org helpjobs.ru helpthechildren.uk heocondeisng.cc herilev.top heros3.com herp.in
herpderp.nl hertz.ltd hesoyam.shop hethongtudong.store hetzez.com heycmm.cn heyzalo.vn hezll.com hfogzua.top hh7f.com
hhan.top hhyru.us hi2.in hi5.si hiddentragedy.com hideam.com hidebox.org hidebusiness.xyz hidemail.de hidemail.pro
hidemail.us hidesmail.net hidevak.com hidingmail.net hidmail.org hidzz.com hiemail.net hieu.in hieuclone.net
highbros.org highstar.shop higogoya.com higuruma.site hihi.lol hikuhu.com hillaxiant.xyz hilmipremindo.com
hilostar.com hiltonvr.com him6.com himacreative.id himail.online histartool.com hitbase.net hitbtcpool.cloud
hiverun.io hkvtop.us hldrive.com hlkes.com hmail.us hmamail.com hmh.ro hnfw-ngd.top hnfw-ngd.wiki hoanggiaanh.com
hoanglong.tech hochsitze.com hohohim.com hokyflix.site hola.org holio.day holl.ga homecut.pro homewiseleaf.com
homvela.com honesthirianinda.net honeys.be honor-8.com hook2ad.com hookmono.click hooooooo.store hopemail.biz
hopesx.com horizonspost.com hormails.com hornhorizon.com hornyalwary.top host1s.com hostcalls.com hostguru.top
hosthalting.lol hosthalting.site hosthalting.store hostingmail.me hostlaba.com hot-mail.cf hot-mail.ga hot-mail.gq
hot-mail.ml hot-mail.tk hotboyckdh.shop hotboyckdh1122.shop hotboyckdhn55.shop hotelpiesi.pro hotelplazer.com
hotelplazer.fr hotelplazer.org hotelplazer.store hotlinkimg.com hotmai.com hotmail-us.top hotmailproduct.com
hotmailtrusted.com hotmeil.net hotmial.com hotpop.com hotprice.co hotrokh.com hotsmial.click hotsoup.be housat.com
housereformas.es howardgiving.org hpari.com hpc.tw hqpdf.com hs.vc hsmw.net ht.cx hthlm.com htmail.store
httpsgreenwichmeantime.in huage.me hualabtech.com huangao.xyz huangniu8.com hubglee.com hubhost.store hudisk.com
huizk.com hukkmu.tk hulapla.de hulkteam.cyou humaility.com hungpackage.com hungtpt.site hunnur.com huongdanfb.com
huongvemientrung.store hushmail.cf huskion.net husng-kang.top hutathuww.org hutudns.com huychau.click huychau.online
huynhlx.shop huytuyen.click huytuyen.online huytuyen.site huyvillafb.online hvastudiesucces.nl hwsye.net hxopi.ru
hxopi.store hygle.net hymenjj.cfd hypenated-domain.com i-dork.com i-love-you-3000.net i2b.asia i2b.cam i2b.email
i2b.fun i2b.info i2b.lol i2b.lu i2b.mov i2b.pw i2b.space i2b.vn i2bgmail.com i2c.email i2c.pw i2c.vn i2i.vn i2m.email
i2m.vn i2n.vn i2p.vn i2pmail.org i2u.vn i2x.vn iaoss.com ibande.xyz ibmdoors.com ibnuh.bz ibolinva.com ibymail.com
icantbelieveineedtoexplainthisshit.com icbr.us icemail.club ich-essen-fleisch.bio ichecker.tech ichigo.me
icidroit.info ickletonrelief.shop icloudmail.kr icloulb.com icmans.com iconmal.com icotz.com icousd.com icubik.com
icwr.beer icx.in icx.ro icznn.com ideuse.com idf.ovh idfd.live idont.date idu4aa4.info idx4.com idxue.com ieatspam.eu
ieatspam.info ieh-mail.de iencm.com iffymedia.com ifoxdd.com ige.es igg.biz ignoremail.com ihateyoualot.info
ihazspam.ca iheartspam.org ihnpo.food ikbenspamvrij.nl ikewe.com ikomail.com ikuromi.com ilcvn.cn illistnoise.com
illnessth.com illubd.com iloveion.com ilovespam.com im5z.com imaanpharmacy.com imagenbox.xyz imagic.wiki imail1.net
imails.info imailt.com imashr.com imfaya.com img-free.com imgof.com imgv.de immo-gerance.info imnart.com
imperialcnk.com importemail.com imranbt.store imranccnn.buzz imrancm.buzz imrancumi.buzz imranking.buzz imranmax.buzz
imranspc.buzz imstations.com imul.info in-ulm.de in2reach.com inactivemachine.com inbax.tk inbound.plus inbox.si
inbox2.info inboxalias.com inboxbear.com inboxclean.com inboxclean.org inboxdesign.me inboxed.im inboxed.pw
inboxfast.space inboxfly.space inboxkitten.com inboxly.website inboxnow.ru inboxnow.store inboxopen.space
inboxorigin.com inboxproxy.com inboxstore.me inclick.net inclusiveprogress.com incognitomail.com incognitomail.net
incognitomail.org incq.com inctart.com ind.st inderpalsandhu.com indevgo.com index-mail.com indianahorsecouncil.org
indieclad.com indigobook.com indirect.ws indomaed.pw indomina.cf indoserver.stream indosukses.press indoxs.bond
indsec.online ineec.net inflyratech.site infobuzzsite.com infoisp.me infolinewest.com ingam.online inggo.org
inilogic.com init.ink inkiny.com inkomail.com inlook.cloud inly.vn inmynetwork.tk inoutmail.de inoutmail.eu
inoutmail.info inoutmail.net inpwa.com inreur.com insanony.art insanony.one insanony.store insanumingeniumhomebrew.com
insgrmail.site inshuan.com insorg-mail.info instaddr.ch instaddr.uk instaddr.win instagr.vn instagra.vn
instance-email.com instant-mail.de instantblingmail.info instantemailaddress.com instantletter.net instantmail.fr
instmail.uk instrete.com intady.com internet-v-stavropole.ru internetkeno.com internetoftags.com interstats.org
intersteller.com intlgalleryheritageculture.org intobx.com intopwa.com intopwa.net intopwa.org introex.com
inversiq.cfd investore.co inwagit.com ioioioio.sbs iolq.top ionolenonos.com ionolenonos.fr ionolenonos.info
ionolenonos.store ionq.pl iotf.net iozak.com ipaddressforme.com ipoo.org ippandansei.tk ipsur.org ipusgo.cfd
ipxwan.com iqfucsod.top irabops.com iralborz.bid iraniandsa.org iraqedu.online irc.so irealiy.cyou iridales.com
irish2me.com irishspringrealty.com iroid.com ironbrookco.com ironiebehindert.de irpine.com irssi.tv is.af isdaq.com
isfew.com ishop2k.com ismartsense.online isosq.com ispeedtest.digital ist-hier.com istii.ro isukrainestillacountry.com
it7.ovh italy-mail.com itaolo.com itcompu.com itduniya.online itfast.net itit.tk itquoted.com itsbds.com itsedit.click
itsjiff.com itspid.com itunesgiftcodegenerator.com iuanhoi.store iubridge.com iuemail.men iuno.fun iwatermail.com
ixaks.com ixhale.com ixunbo.com ixx.io iysqv.com izhowto.com j-p.us j3r8qd.space j5bie4.tech jabmag.com
jackierobinsonparkoffame.org jafps.com jaga.email jagomail.com jailbreakeverything.com jaipas.lu jajxz.com jakemsr.com
jakl.li jamesjfattorini.rocks jamyjmkqdsc.com janestore.xyz janproz.com japanesegirls.cc japnc.com jaqis.com
jarszone.com jasminesports.com jasonbella.online jasonswheels.org jav8.de javadmin.com javaemail.com javaka.live
javindra.cfd jazzvip.site jbsze.com jbsze.ne jbsze.net jcnorris.com jdmadventures.com jdz.ro je-recycle.info jejes.de
jellow.ml jellyrolls.com jeoce.com jeremytunnell.net jessitrust.com jet-renovation.fr jetable.com jetable.net
jetable.org jgjitffy.store jgkcr.com jhfnre-kjf.sbs jhkf.beer jhphoto.top ji-a.cc ji5.de ji6.de ji7.de jiangwy.one
jiaxi.work jibbo01.com jieluv.com jika.gg jincer.com jinkeyun.com jiongguo.top jiooq.com jioso.com jisan.uk
jisankhan1.site jiuji.asia jjice.com jjj.ee jjk.app jjlj.fashion jjmj.fashion jjuisyj.top jjxj.fashion jkotypc.com
jksndh-afd2.wiki jmail.ovh jmail.ro jmods.me jmt2469.xyz jnxjn.com jobbikszimpatizans.hu jobbrett.com jobdatei.de
jobposts.net jobs-to-be-done.net jobscai.com jobzyy.com joelpet.com joetestalot.com jofuso.com joihonm.shop
jojomedia.store jonira.sbs jonsjav.cc jopho.com joseihorumon.info josse.ltd jourrapide.com joymail.cyou
joywavepoint.com jp-ml.com jpco.org jrhmail.com jsnc.cloud jsncos.com jsrsolutions.com jualakun.com jualakunfb.co
jualfb.co jumonji.tk jungkamushukum.com junk.to junk1e.com junkmail.ga junkmail.gq just-email.com justdefinition.com
justemail.ml juvanta.cfd juyouxi.com jwork.ru jxpomup.com jywa.social jzlvoei.cn jzzm.top k-global.dev k4money.com
kabamail.com kabarr.com kabinbilla.com kademen.com kadokawa.cf kadokawa.ga kadokawa.gq kadokawa.ml kadokawa.tk
kaengu.ru kagi.be kajaib.social kaka0.kr kakadua.net kakao-mail.com kakaomail.kr kakator.com kakslsie.store kalapi.org
kalquoris.cfd kamen-market.ru kamete.org kampret.asia kamsg.com kanlangld.shop kanonmail.com kantclass.com kaoing.com
kaovo.com kappala.info kapten.site kaptencpl.com kara-turk.net karatraman.ml karenkey.com kariplan.com
karta-kykyruza.ru kartvelo.com kasmail.com kasmirfx.buzz kaspop.com katputli.world kattthu.us katztube.com kaw-sar.top
kawneha.site kaybooks.top kayfilms.top kaygroup.top kayilo.com kaynlab.com kazava.tech kazelink.ml kbishwanathuk.cc
kbox.li kcoporation.com kcrw.de kd2.org kdpsl.org ke1le.cyou keecs.com keepmail.dev keepmymail.com kein.date
keinhirn.de keipino.de kejinxi.xyz kekita.com kelenson.com kelimo.sbs kellychibale-researchgroup-uct.com kemail.uk
kempstoncharities.band kemptvillebaseball.com kenari.online kenfern.com kenhbanme.com kenhphim.net kenvanharen.com
kepkat.com kerotu.com ket-qua.org ketua.id khaibn.com khamu.me khoke.nl khtextile.com kia-sdn.me kiani.com kidaroa.com
kiecchn.com kierko.com kiki287666.xyz killlove.site killmail.com killmail.net killyourtime.com kimdyn.com kimora.space
kimsdisk.com kimzavin.shop kinda.email kindamail.com kingproplan.site kingsq.ga kino-100.ru kintil.buzz kiois.com
kismail.ru kisoq.com kissgy.com kisstwink.com kitap.az kitnastar.com kiwkiw.shop kjkpc.net kjkszpjcompany.com
kkkoouy.cyou kkmail.be kkoup.com kksm.be klassmaster.com klassmaster.net kleinanzeigen-verification.de klick-tipp.us
kliknesia.io klingai.asia klipschx12.com kloap.com klovenode.com kludgemush.com klut.io klyverra.cfd klzlk.com
kmail.li kmail.live kmail123.com kmhow.com knaresboroughtownmuseum.org knickerbockerban.de knilok.com knmcadibav.com
knol-power.nl knowledgemd.com kobrandly.com kodeholik.site kodpan.com kokalo.store koletter.com kommunity.biz
kon42.com konican.com konterkulo.com kontoko.org konultant-jurist.ru kook.ml kopagas.com kopaka.net korimoddin.store
korona-nedvizhimosti.ru korvanta.cfd koshu.ru kosmetik-obatkuat.com kostenlosemailadresse.de koszmail.pl kpay.be
kpmn-design.org kpooa.com kpost.be kppk.beer kqbz.beer kravintis.cfd krd.ag kreabaka.site krouter.net krsw.tk
kruay.com krypton.tk krysentra.cfd kskblzdjdwkzkbl.top ksmtrck.tk kswm.beer ktisocial.asia kuhrap.com kuku.lu
kulmeo.com kulturbetrieb.info kumli.racing kurin.sbs kuromee.com kuromee.store kurumibnb.dog kurzepost.de
kutakbisajauhjauh.gq kvhrr.com kvhrs.com kvhrw.com kwifa.com kwift.net kwilco.net kwtest.io kxbj.beer kyal.pl
kynninc.com kyntaris.cfd kyois.com kyriog.fr kzccv.com l-c-a.us l33r.eu l6factors.com laafd.com labananmakmur.com
labetteraverouge.at labworld.org lacedmail.com lackmail.net lackmail.ru lacto.info lags.us laicai8.sbs lain.ch
lakelivingstonrealestate.com lakqs.com laksamantunggalakma.me lalayun.cyou lamasticots.com lambsauce.de landmail.co
lanuiopl.bond laoeq.com laoia.com lapakqu.com lapluz.xyz lappies.net laptoplonghai.com larisia.com larland.com
lashyd.com last-chance.pro laste.ml lastexile.site lastmail.co lastmail.com laulund.info launchpadx.shop
launders.money lawlita.com laxex.ru laxex.store laxiw.org laymro.com lazerbade.com lazerbade.fr lazerbade.org
lazerbade.store lazyinbox.com lazyinbox.us lbrmail666.site lcvfdvynb.top ldaho.biz ldkll.cn ldop.com ldtp.com
le-tim.ru leadwizzer.com lebetrust.org lecn.beer lee.mx leechchannel.com leeching.net leetmail.co lefruit-dev.work
legalrc.loan legendaryseller.com leie.me lellno.gq lellol.dev lemonkk.cn lenovog4.com leoguio.site leopik.com
lerany.com lerbhe.com lerch.ovh lero3.com leruvo.icu lesobprovermail.com letterhaven.net letterprotect.net
lettersboxmail.com letthemeatspam.com leviacerman.store lez.se lfsz.beer lgxscreen.com lhsdv.com liadhene.com
liamcyrus.com liang-tts.shop liangganxiaopu.bond libinit.com licccons.icu licenses.sbs lifebitsnotes.com
lifebyfood.com lifetimefriends.info lifetotech.com lifewiseleaf.com liggegi.com lightv.online ligsb.com likemovie.net
likevip.net lilbahlil.me lillemap.net lilo.me lilspam.com lilsuite.id lindenbaumjapan.com link2mail.net
linkedindiscount.com linkedintuts2016.pw linkmail.info linlin.cloud linlshe.com linshiyou.com linshiyouxiang.net
linux-do.me linuxmail.so linxi.online linzefor.asia linzefor.shop liocbrco.com liondapt.com liopsacac.shop lista.cc
litedrop.com littlejohns.info littsocial.com liuyuyu.space liveforms.org liveradio.tk livinitlarge.net lixlord.xyz
lizery.com lkgn.se llciuoau.top llogin.ru lloudfsxly.top lnovic.com lnwtt.com loadby.us loan101.pro loaoa.com
loapq.com locanto1.club locantofuck.top locantowsite.club locawin.com locomodev.net loganister.com logicfieldzen.com
logicstreak.com login-email.cf login-email.ga login-email.ml login-email.tk logsmarter.net logular.com lohinja.com
loin.in lolfreak.net lolmail.biz lonaxter.site londonyouthsailing.org longsbkt.xyz lookugly.com lordfortescue.news
lordofmysteries.org lordsofts.com lortemail.dk losemymail.com lostnow.org love-your.mom lovecalculatorname.org
lovecv.cn lovegivingsadaqah.org lovemeet.faith lovemeleaveme.com lovepet.vip lovertboy.online loveuu.xyz lowprizo.com
lpfmgmtltd.com lr7.us lr78.com lroid.com lru.me ls-server.ru lsaar.com lsereborn.com lsyx24.com luckfeed.com
luckymail.org luffygadgets.com lukecarriere.com lukemail.info lukop.dk lumeika.com lumg.uk luminexis.cfd luminix1.shop
lumyrix.cfd lunarmoon.online lunetra.shop lunor.cfd lushosa.com lutech.uk luv2.us luxentra.cfd luxovira.cfd
luxudata.com lxbeta.com lxydawang.top lydir.com lyfestylecreditsolutions.com lyft.live lynex.sbs lynwise.shop
lyricspad.net lzoaq.com m21.cc m4ilweb.info maboard.com mabox.eu mac-24.com machen-wir.com macmail.info macos.one
macr2.com macromaid.com macromice.info magamail.com magbit.food maggotymeat.ga magicbox.ro magim.be magspam.net
maidlow.info mail-card.net mail-easy.fr mail-filter.com mail-help.net mail-hosting.co mail-hub.info mail-now.top
mail-owl.com mail-share.com mail-temp.com mail-temporaire.com mail-temporaire.fr mail-tester.com mail.by mail.gw
mail.tm mail.wtf mail0.ga mail1.top mail101.xyz mail10m.com mail11.xyz mail114.net mail12h.com mail1a.de mail1web.org
mail21.cc mail22.club mail2rss.org mail333.com mail4.uk mail4qa.com mail4trash.com mail666.ru mail7.io mail707.com
mail72.com mailaddress.de mailadresi.tk mailapp.top mailapril.org mailba.uk mailback.com mailbai.com mailbali.com
mailbidon.com mailbiscuit.com mailbiz.biz mailblocks.com mailbox.zip mailbox49.com mailbox52.ga mailbox80.biz
mailbox82.biz mailbox87.de mailbox92.biz mailboxify.ru mailboxify.store mailboxly.ru mailboxly.store mailboxy.fun
mailboxy.ru mailboxy.store mailbucket.org mailcat.biz mailcatch.com mailchannels.de mailchop.com mailcker.com
mailclone2023.top maildax.me mailde.de mailde.info maildrop.cc maildrop.cf maildrop.ga maildrop.gq maildrop.ml
maildu.de maildx.com maildy.site maileater.com mailed.in mailed.ro maileimer.de maileme101.com mailexpire.com
mailf5.com mailfa.tk mailfall.com mailfast.pro mailfirefly.com mailfirst.icu mailfor1month.shop mailforgo.site
mailforspam.com mailfortiktok.us mailfree.ga mailfree.gq mailfree.ml mailfreeonline.com mailfs.com mailgo.cyou
mailguard.me mailgutter.com mailhazard.com mailhazard.us mailhex.com mailhz.me mailimate.com mailin8r.com
mailinatar.com mailinater.com mailinator.com mailinator.gq mailinator.info mailinator.net mailinator.org mailinator.us
mailinator0.com mailinator1.com mailinator2.com mailinator2.net mailinator3.com mailinator4.com mailinator5.com
mailinator6.com mailinator7.com mailinator8.com mailinator9.com mailincubator.com mailisia.com mailismagic.com
mailita.tk mailjunk.cf mailjunk.ga mailjunk.gq mailjunk.ml mailjunk.tk mailku.co mailllshop.website maillog.uk
mailmagnet.co mailmate.com mailmaxy.one mailmay.org mailme.gq mailme.ir mailme.lv mailme24.com mailmenot.io
mailmetrash.com mailmoat.com mailmoth.com mailms.com mailna.biz mailna.co mailna.in mailna.me mailnada.cc mailnada.com
mailnator.com mailnesia.com mailnoop.store mailnull.com mailnuo.com mailonaut.com mailorc.com mailorg.org
mailosaur.net mailox.fun mailp.org mailphu.com mailpick.biz mailpluss.com mailpooch.com mailpoof.com mailpress.gq
mailpro.lat mailpro.live mailproxsy.com mailpts.com mailpull.com mailquack.com mailrock.biz mailrun.one mailsac.com
mailsbay.com mailscrap.com mailseal.de mailserv.info mailshan.com mailshell.com mailshiv.com mailshou.com mailshun.com
mailsiphon.com mailslapping.com mailslite.com mailslurp.com mailsucker.net mailt.net mailt.top mailtao.me
mailtechx.com mailtecom.com mailtemp.info mailtemple.xyz mailtemporaire.com mailtemporaire.fr mailto.plus mailtome.de
mailtothis.com mailtraps.com mailtrash.net mailtrix.net mailtub.com mailtv.net mailtv.tv mailvip.net mailw.site
mailx.click mailxyz.cyou mailzi.ru mailzilla.com mailzilla.org mailzy.org mainerfolg.info mainkask.site
makemenaughty.club makemetheking.com makeraura.online makertrial.com makmursrondol.store makoli.sbs makoli.space
malahov.de malayalamdtp.com malioter.pro mama3.org mamabood.com mamangbadrut.site mameganteng.store mamulenok.ru
managedisabled.online mandraghen.cf manhmmonew.online manifestgenerator.com mannawo.com mansiondev.com maohe.cloud
mapsguy.com marchguidesassociation.org marhumal.tech marineso.com mark-compressoren.ru markandvirginiarometty.org
marketlink.info markmurfin.com marrytodo.de masbahlil.xyz mask03.ru maskmy.id masonline.info masteryforn.shop
maswae.world matamuasu.ga matchpol.net matjoa.com matmayer.com matra.site max-mail.org maxresistance.com
maxseeding.com maxturns.com mayre.shop mbox.re mbx.cc mc-fly.be mcache.net mciek.com mcpservers.one mdhc.tk mdz.email
meantinc.com mebelnu.info mechanicalresumes.com mechanicspedia.com medevsa.com mediaeast.uk mediaholy.com
medicichoir.org mediseat.com medkabinet-uzi.ru meef.uk meepsheep.eu meevpo.id megasend.org mehr-bitcoin.de meidecn.com
meikeya.com meinspamschutz.de meituy.com meltedbrownies.com meltmail.com meltp.com memeazon.com memoniclife.online
memsg.site meng2026.bond meng2026.cyou mengundang.live mentonit.net meocon.org meomo.store meonvr.com mepost.pw
merepost.com merry.pink meruado.uk merumart.com merxo.me messagebeamer.de messibucu.click
messwiththebestdielikethe.rest meta.corsica metadownload.org metaintern.net metalunits.com metaorbitx.com mexvat.com
mezimages.net mfsa.info mfsa.ru mfunza.com mfxis.com mgtop.cc mgxianlu.gq mhzayt.online miaferrari.com
mianfeibuluo.com miaowuai.buzz miauj.com michaeladmin.eu michaeladmin.fr michaeladmin.org michaeladmin.store
midcoastcustoms.com midcoastcustoms.net midcoastsolutions.com midcoastsolutions.net middletoncheneyuc.uk
mideastlens.com mideastview.com midiharmonica.com midlertidig.com midlertidig.net midlertidig.org midwestpride.org
mierdamail.com migmail.net migmail.pl migumail.com mihep.com miistermail.fr mijnhva.nl mikfarm.com mikrotikvietnam.com
mikrotikvn.com mikrotikx.com mikumirai.top minefieldmail.com minhquang2000.com minidmx.icu minimail.gq
ministry-of-silly-walks.de minitts.net minsmail.com mintemail.com minuteafter.com minuteinbox.com mirai.re
mirasync.tokyo miros.cloud missionbulldogs.org misterpinball.de mitico.org mitrabisa.com mitraprem.online
mitraprem.site miucce.com miwacle.com mixmail.site mixzu.net mji.ro mjukglass.nu mkeya.com mkpfilm.com mkseiuuda.top
mkzaso.com ml8.ca mlanm.online mlgmail.top mliok.com mm.my mm2flip.pw mm5.se mmaily.com mmcat.icu mmo365.store
mmyuu.cn mnode.me mnvr.site moakt.cc moakt.co moakt.com moakt.ws mobilevpn.top moburl.com mockata.net mockmyid.com
modirosa.com modolku.store moeri.org mofu.be mohmal.com mohmal.im mohmal.in mohmal.tech moimoi.re mokondo.today
mokondoo.cyou mokook.com molabo.bond moldind.help molms.com momentics.ru momoi.uk monachat.tk monadi.ml monchu.fr
moneypipe.net monglung.space mongrec.top monity.top monomoho.site monopacket.com monumentmail.com monyal.shop
moolee.net moonapps.org moondyal.com moonfee.com moonikent.us moonwake.com mooo.com moot.es mopess.help
moreawesomethanyou.com moreorcs.com morriesworld.ml morsin.com moruzza.com mosswoodmissionhall.bio motique.de
mountainregionallibrary.net moutianwuliu.top mowline.com moy-elektrik.ru moza.pl mozej.com mp-j.ga mp3oxi.com mpk.ovh
mr24.co mriscan.live mriscanner.live mrotzis.com mrphoto.org mrvpm.net mrvpt.com msarra.com msgos.com mspeciosa.com
msqatl.com msrc.ml msssg.com mswork.ru msxd.com mt2009.com mt2014.com mt2015.com mtdalmshouse.fitness mtdalmshouse.uk
mtdog.xyz mtmdev.com mtnewtoy.us muadaingan.com muareview.com muataikhoan.info muathegame.com muchomail.com
mucincanon.com mudahmaxwin.com muehlacker.tk muell.icu muell.io muell.monster muell.xyz muellemail.com muellmail.com
muetop.store mugadget.com multicorse.com muncloud.com munoubengoshi.gq muonwhila.com muralin-aja.com muratreis.icu
musiccode.me musicflow.buzz musiku.studio mutant.me mutudev.com mvpmedix.com mvrht.com mvrht.net mwalshabs.dev
mwarner.org mwqj.xyz mxclip.com mxfuel.com mxhquxyi.top mxvia.com my-pomsies.ru my-teddyy.ru my10minutemail.com
mybitti.de mycleaninbox.net mycorneroftheinter.net mycreativeinbox.com myde.ml mydefipet.live mydemo.equipment
myecho.es myemailboxy.com myfxspot.com mygeoweb.info myhochzeitsfilm.de myindohome.services myinfoinc.com
myinterserver.ml mykickassideas.com myletters.online mymail-in.net mymail90.com mymailoasis.com mymaily.lol
mymrxuyrd.top mynes.com mynetstore.de mynoop.store myntora.cfd myopang.com mypacks.net mypartyclip.de
myphantomemail.com mypk.beer mysamp.de myspaceinc.com myspaceinc.net myspaceinc.org myspacepimpedup.com myspamless.com
mystvpn.com mysugartime.ru mytemp.email mytempemail.com mytempmail.com mytrashmail.com mywarnernet.net myweblaw.com
mywrld.site mywrld.top myxentra.cfd myzx.com mzico.com n1nja.org n8.gs na-cat.com naacpadvancement.org naah.ru
naah.store nabilalo.bond nabomail.com nabuma.com nada.email nada.ltd nagi.be nailooong.site nakedtruth.biz namenan.me
namewok.com nangspa.vn naniniva.com nanonym.ch nanopools.info nanoskin.vn naobk.com naocan.org narrowment.com
narsub.online narsub.shop nashapoultryshop.com naslazhdai.ru natachai.me nationalgardeningclub.com natuanal.com
nautonk.com navalcadets.com naverapp.com naverly.com navermail.kr navura.in nawmin.info naxx.dev naylonksosmed.com
naymedia.com nazisat.com nbmbb.com nbskyhope.shop nbspace.us nbvrluhsh.top nbzmr.com ncfx.beer ncien.com ndut.pro
neatdaynote.com necub.com negated.com neghtlefi.com neko2.net nekochan.fr nekosan.uk neomailbox.com neosstudy.work
neotlozhniy-zaim.ru neowd.com nepwk.com neroki.shop nervmich.net nervtmich.net nesopf.com nespf.com nespj.com
nespressopixie.com nestlynotes.com net1mail.com netcnet.uk netcom.ws netfusionhub.surf netfxd.com netmails.com
netmails.net netn.top netoiu.com netricity.nl netris.net netviewer-france.com networksolutionshk.asia netzidiot.de
nevanata.com nevermail.de neverover.life newaddr.com newbpotato.tk newbreedapps.com newconnect.uk newfilm24.ru
newgreenpath.org newideasfornewpeople.info newmail.top newmano.store newsteadabbeypartnership.org nexarisystems.online
nexarsh.store nexarshop.store nexentia.cfd nexio.sbs nexosphere.lifestyle next.ovh nextmail.info nextstopvalhalla.com
nextsuns.com nexus-streams.online nexushost.site nexverseal.shop nezdiro.org nezid.com nezuka.net nezumi.be
nezzart.com nfast.net nfengwu.bond nghienplus.store nguyendanhkietisocial.com nguyenlieu24h.com nguyentinhblog.com
nguyenusedcars.com nh3.ro nhmi1.com nhmvn.com nhoopmail.store nhotv.com nhungdang.xyz niang-sfx.biz nianshen09.help
nianshens.help nice-4u.com nicebad.com nicemail.cc niceminute.com nichaoxing.cc nick-ao.com nickmxh.com nicknassar.com
nicusaurelus.online nigeriansincoventry.org nightfood.studio nightorb.com nimbacharity.com nincsmail.com nincsmail.hu
ninepacman.com niprack.com niseko.be niulaibulai.me niwave.shop niwave.top niwl.net njwzzvmtin.my nm123.com nm7.cc
nmail.cf nnh.com nnnetworks.com nnot.net nnoway.ru no-spam.ws no-trash.ru no-ux.com noblepioneer.com nobugmail.com
nobulk.com nobuma.com noclickemail.com nocp.ru nocp.store nodejs.uk nodezine.com noexpire.top nogmailspam.info
noicd.com noinspect.top noizonicfoundation.com nokdot.com nokiamail.com nolemail.ga nolettersbox.com nomail.cf
nomail.ga nomail.pw nomail2me.com nomomail.com nomorespamemails.com nomorix.cfd nonchalantresmita.biz nondon.site
nondon.store nongnue.com nonspam.eu nonspammer.de nonze.ro nooploop.store noopmail.com noproposal.com noref.in
noreply.fr nori24.tv norovpn.site norseforce.com northboveymeadow.business northsixty.com norvanta.cfd
norwegischlernen.info noship.shop noshiper.pro nospam.today nospam4.us nospamfor.us nospamthanks.info nosubcriber.shop
notboxletters.com nothingtoseehere.ca notif.me notipr.com notlettersmail.com notmailinator.com notrnailinator.com
notsharingmy.info novaemail.com novaprime.vip novasub.click novyrix.cfd now.im nowhere.org nowmymail.com nowmymail.net
nowrouter.store nowtopzen.com noyavip.com nproxi.com nqmo.com nrbs.me nrehi.com nriza.com nrlord.com ns01.biz
nsvpn.com nsyncxy.com nthrl.com ntlhelp.net ntto.us nttoadmin2.us nubescontrol.com nucleant.org nullbox.asia
nullbox.info nuoifb.com nurfuerspam.de nut.cc nutpa.net nuts2trade.com nvhrw.com nvqt304.xyz nwldx.com nwrlr.org
nwytg.com nwytg.net nxdbxd.top nxirad.online ny7.me nyasan.com nyfhk.com nygren-realty.com nygrenrealty.com nypato.com
nyrmusic.com nyxmail.pro nyxpanel.xyz nyxstores.id o2stk.org o7i.net oakon.com oalsp.com obelion.cfd obfusko.com
objectmail.com obobbo.com oborudovanieizturcii.ru obxpestcontrol.com oceva.site octovie.com odaymail.com odeask.com
odem.com odnorazovoe.ru oepia.com oerpub.org ofanda.com officecombine.com offshore-proxies.net ofisher.net
ogoplace.pro ogrencikredisi.org ohaaa.de ohgitu.me ohi.tw oida.icu oiioii.email oiioii.vip oing.cf okauq.store
okcdeals.com okclprojects.com okcxhssgk.top okhko.com okiae.com okinawa.li okrent.us oku.ovh oky.ovh okzk.com
oldao.com oliespace.id oliespace.site olimp-case.ru olisup.cyou oliviadiffuser.store oloh.ru oloh.store olypmall.ru
omail.de omail.pro omarnasrrr.com omfg.run omgheels.com omnievents.org omnilog.space omnisent.cfd omnivex.cfd
omonomon.shop omtecha.com onbap.com one-mail.top one-ml.com one-sec-mail.site one-time.email one2mail.info
onekisspresave.com onelettersmail.com onemail.host onemuou.com oneoffemail.com oneoffmail.com onetm-ml.com onetm.jp
onetopclick.online oneummahorg.uk onewaymail.com onheb.com onionred.com oniventa.cfd onlatedotcom.info onldm.net
online.ms onlinecmail.com onlineidea.info onlyapp.net onmailflare.com onqin.com ontasa.com ontyne.biz oohioo.com
oolus.com oonies-shoprus.ru oooooooo.store oopi.org oosln.com oovk.ru oovk.store ooxxoo.asia opayq.com opelkun.net
opemails.com openagent.cfd openavz.com openclawskill.shop opendns.ro openedclaw.top openmail.pro opentrash.com
opihhushdjn.cyou opmmedia.ga oposite.org opp24.com opportunity-africa.com optimaweb.me optivex.cfd opwebw.com
oranek.com oravantis.cfd oravell.cfd orbitxhive.com orbixacoa.com orceqjqw.top ordinaryamerican.net ordite.com
oreidresume.com orgmail.pro orgmbx.cc orimassage.com oroki.de oronny.com orsbap.com ortogenmail.com orwpaztm.cfd
oshietechan.link oshjr-24.xyz oskarstalbergcitygenerator.com ospirun.com ostahie.com ostinmail.com osxofulk.com
otherinbox.com otmail.jp otpku.com ottsathi.store ouchcloud.com ouk.me oupul8b1k.bond oupul8b1k.cyou ourklips.com
ourl.me ourpreviewdomain.com outdaremusicdevon.org outlawspam.com outlookapp.tech outlooks.bond outmail.win ovbest.com
ovomail.co ovpn.to owleyes.ch owlpic.com ownsyou.de owo-mailteam.bond owo-mailteam.cyou owovo.site owube.com
oxmail.homes oxopoha.com oyisam.my ozatvn.com ozm.fr ozsaip.com ozyl.de p-aac.top p-banlis.ru p-kk2.icu p-ttz.top
p-y.cc p33.org p71ce1m.com pa9e.com pachilly.com packiu.com padue.app pagamenti.tk paharpurmim.ga pakadebu.ga
palaze.cc paliospiti.com pamaweb.com pancakemail.com pandorasboxproductions.org panlix.cloud papierkorb.me
paplease.com para2019.ru paratrabajar.xyz parisdaily.fr parlimentpetitioner.tk parsitv.com parthekio.live
parthxxtoasts.site passeone.com passeone.xyz past-line.com pastebitch.com pastryofistanbul.com patientlecadet.online
patity.com patonce.com pavilionx2.com pawobby.cfd paxlys.com paylaar.com payperex2.com payspun.com pazard.com
pazuric.com pbhak.dev pbis.beer pcaa.lol pcbb.lol pckage.com pdf-cutter.com pdood.com pe.hu peakinbox.net pecinan.com
pecinan.net pecinan.org pelviro.sbs penisgoes.in penoto.tk pepamail.com pepbot.com percyfx.com pertera.com
pesagilt.top peterdethier.com peterhe-ai.bond petloca.com petrzilka.net pewpewpewpew.pw pflege-schoene-haut.de pfui.ru
phamay.com phanmembanhang24h.com phctool.com philipdowney.com phimib.com phimteen.net phmail.site phmail.us
phone-elkey.ru photo-impact.eu photobrex.com photomark.net phpto.us phucmmo.com phuongnhicare.com phuotngay.com
phyones.com physcroenmail.com physicaladithama.io pi.vu piaa.me picdirect.net pickuplanet.com picturehostel.com
picturehostel.fr picturehostel.org picturehostel.store pigeonprotocol.com pii.at piki.si pimpedupmyspace.com
pinehill-seattle.org pingddns.net pingir.com pinkgreengenerator.me pinpool.ai pipemail.space pipmmotube.store
pippoc.com piscesbody.xyz pisls.com pitaniezdorovie.ru pithu.org pivo-bar.ru pivotylabs.pro pixdd.com pixelcroft.org
pixelgagnant.net pixiil.com pixoledge.net pizu.ru pizu.store pizuhdev.work pizzajunk.com pjjkp.com pkdigitalmart.site
placebomail10.com plainhomehub.com planworker.pro pleasenoham.org plenoryx.cfd plexfirm.com plexflux.app plexolan.de
plhk.ru ploae.com ploki.fr ploncy.com plowcreek.org plw.me pmail.site pngrise.com pobbofqd.top pochtac.ru
poehali-otdihat.ru pofmagic.com pojok.ml pokemail.net pokiemobile.com polarkingxx.ml politikerclub.de polkaroad.net
polvexar.space polyfaust.net polysolextcoin.cloud pongpong.org ponp.be pooae.com poofy.org pookmail.com
poopiebutt.club popcornfarm7.com popcornfly.com popesodomy.com popgx.com poplk.com porjoton.com porsh.net
porsilapongo.cl portaltrendsarena.com posdz.com posta.store postacin.com postbx.ru postbx.store postonline.me
poubelle-du.net poutineyourface.com powerdea.me powered.name powerencry.com powerscrews.com powlearn.com pox2.com
pozima.rest pp-n6.top pp-tw.cc pp7rvv.com ppdf.cc ppetw.com pptrvv.com pqoia.com pratikmail.com pratikmail.net
pratikmail.org prazdnik-37.ru prc.cx predatorrat.cf predatorrat.ga predatorrat.gq predatorrat.ml predatorrat.tk
premiapp.com premieragents.net premierr.site premigu.co premirum.shop premium-mail.fr premiumonebd.store premsy.net
prestige-leadership.org prestore.space pretreer.com pricegh.com pricegh.fun pride-worldwi.de primabananen.net
primalhigh.click primejetnet.com primered.shop primtech.cn prin.be printz.site prisonity.com privacy-mail.top
privacy.net privacyshield.cc privatdemail.net privy-mail.com privy-mail.de privymail.de priyo-mail.com priyo.ovh
priyo.site priyoemail.site priyomail.in priyomail.net priyomail.top priyomail.uk priyomail.us priyor.com priyp.com
prkmail.xyz pro-tag.org pro5g.com procrackers.com productmm.shop profast.top prohade.com prohisi.store projectcl.com
promailt.com promyvia.cfd proprietativalcea.ro propscore.com prorises.com protectsmail.net protempmail.com
protonza.com prout.be proveity.com proxy-gateway.net proxymail.eu proxyparking.com prp-ppdt.app prtnx.com prtshr.com
prtz.eu psh.me psles.com psnator.com psoxs.com ptct.net ptncereio.com ptnstudio.vn ptsculure.com puabook.com
puffiqo.store puglieisi.com puji.pro pulsix.pw punkass.com punkproof.com puppetmail.de purcell.email purelogistics.org
purifyzed.org purmuttad.com pursip.com pushcom.store pusmail.com pussport.com put2.net puttanamaiala.tk
putthisinyourspamdatabase.com puxa.top pvnmax.space pwpwa.com pwrby.com pwx129.love pxlys.com pyrosenex.cfd
pyskillsgame.com qabq.com qacmjeq.com qasti.com qbfree.us qc.to qcgmtzhzh.top qd.je qejjyl.com qentic.shop qeurtor.com
qexvhz.com qhgs.com qibl.at qiott.com qipmail.net qiq.us qisdo.com qisoa.com qiuvision.com qmrbe.com qodiq.com
qoika.com qopow.com qpdm.beer qq.my qqcomeback.me qsl.ro qsuo.uno qtum-ico.com quadrafit.com quantorynexus.space
quantumeridian.site quarvex.cfd quentavo.cfd questtechsystems.com quick-mail.cc quickdrop.buzz quickemail.info
quickinbox.com quickmail.nl quicksend.ch quillet.eu quinz.me quipas.com quixentra.cfd quorixia.cfd ququb.com qvmao.com
qvttclass.us qvy.me qwertyhandsome.net qwickmail.com qydxproapi.store qytechs.cn qzueos.com r4nd0m.de ra3.us rabin.ca
rabiot.reisen rabitex.com racaho.com rackabzar.com racovor.com radioastronomynet.com rael.us raetp9.com rainbowly.ml
rajaiblis.com raketenmann.de raleigh-construction.com ramcen.com ramenmail.de ramin200.site ramizan.com rancidhome.net
randomail.io randomail.net rapplo.com rapt.be raqid.com ravavo.bond ravc.beer raveqxon.blog rawr.foo rax.la
raxtest.com rayrayactive.com razemail.com razeny.com razuz.com rbb.org rbmz.beer rbs1.xyz rcasd.com rcpt.at
rdklcrv.xyz rdsekaunx.top re-gister.com reacc.me reality-concept.club reallymymail.com realmail.co realmka.io
realquickemail.com realseek.xyz realtyalerts.ca reapsa.com rebates.stream receiveee.com recipeforfailure.com
reclameaqui.services recode.me reconmail.com recyclemail.dk redbiodiesel.com redfeathercrow.com
rednotecreatoracademy.art redproxies.com reestore.site refblogs.com refk.site reftoken.net regapts.com regbypass.com
regspaces.tk regvippro.site reimondo.com rejectmail.com rejo.technology rekaer.com relayne.top reliable-mail.com
remahankerupuk.com remail.cf remail.ga remarkable.rocks remote.li rensumo.top rentaen.com rentop.asia renvotra.cfd
renydox.com reovipvpn.top replyloop.com reportfresh.com reptilegenetics.com resgedvgfed.tk resmso.com
restorationchurchtv.com resumeforest.cn reusable.email reusecomputers.site reviewfood.vn revolvingdoorhoax.org
rewermail.com rexabot.com rexornge.net rexornge.site reymaticx.com rezalabs.shop rezato.com rf.gd rfc822.org
rfods.tech rfzpnrbpv.top rgbeastcomputers.site rhalmshouse.church rhyta.com riazra.bond ricardo0911.xyz
richfinances.pw riddermark.de rifkian.ga rifqysaputra.dev rikka0612.site rilzz.store rimshacooking.site rinseart.com
riposh.shop rippb.com risingsuntouch.com riski.cf risu.be riwutz-gmail.com rklips.com rkomo.com rkzpcx.top rm2rf.com
rma.ec rmmr.fun rmqkr.net rnailinator.com rnvvpn.store ro.lt robertspcrepair.com roborena.com robot-mail.com
robothandcook.cfd robustq.com rodhazlitt.com roguemaster.dev rollindo.agency ronete.com ronger.cfd ronghsng.buzz
ronnierage.net rootfest.net roratu.com roroki.cn rosebearmylove.ru rotaniliam.com rotomails.com rouflav.com route64.de
routerboardvietnam.com rover.info rowdydow.com rowe-solutions.com roweryo.com royal.net royaldoodles.org
royalmarket.life royandk.com roybl.com rppkn.com rr.nu rsvhr.com rteet.com rtrtr.com rtskiya.xyz rudymail.ml
ruinique.tech rukiaops.me rulersonline.com rumahweb.site rumgel.com runcubesapps.id runi.ca rupayamail.com ruru.be
rustydoor.com rustyload.com ruu.kr ruutukf.com rvb.ro rvneous.com rweebz-mail-1.online rwstatus.com rwxsxnomo.top
rxinai.com rxs9.cn rynetvpn.site ryteto.me ryuu.codes ryuucn.com ryyr.ru ryyr.store rzbal.xyz s-mail.social s-mdg.top
s0ny.net s1q59z82q.top s33db0x.com s3k.net sabrestlouis.com sackboii.com sad23321adja.cn sada-sd.cc saddope.lol
sadrain.shop sads-ads-awe.top saeoil.com safaat.cf safermail.info safersignup.de safetymail.info safetypost.de
sagametour.com saharanightstempe.com sahildash.dev sailmail.io saisonhama.shop sajutadollars.com
sakoonthroughcancer.com sakurapink.top salakoais.shop saleis.live salmeow.tk samaltour.site
samaritanfamilyfoundation.com sampsave.tech samsclass.info samsung-gmail.com sandcars.net sandelf.de
sandwhichvideo.com sanfinder.com sanfnge.run sanfnges.cc sanim.net sanstr.com saovangtiles.site sappisi.com
sarawakreport.com sast.ro sasukiez.shop satisfyme.club satorix.id satukosong.com saturrshop.uk saungadaid.pro
sausen.com save4now.com savemydinar.com savests.com say0.com saynotospams.com sayverfox.com scatmail.com
scatterteam.com scay.net schachrol.com schafmail.de schmeissweg.tk schrott-email.de scook.cfd scottcoffman.net
scottni.com scpulse.com scribito.de scrsot.com sd3.in sdbbs.cc sds-awe.top sdsfre.blog sdvft.com sdvgeft.com
sdvrecft.com search4gpt.com seasonofgrace.org sebbcn.net secmail.pw secretemail.de secure-mail.biz secure-mail.cc
secured-link.net securitybot.online sedekah-mudah.com seduck.com seedcorn.foundation seedspeed.site seekapps.com
seekjobs4u.com sehier.fr sejaa.lv sekotong.store selaciptama.com selfdestructingmail.com selfdestructingmail.org
selftrak.fit selltub.com selltub.me semester.bond send22u.info send4.uk sendapp.uk sendfree.org sendgrid.ovh
sendingspecialflyers.com sendnow.win sendokai.click sendspamhere.com senseless-entertainment.com sentra-premium.com
senvas.me senyan.fun seosnaps.com seqerc.com serbaprem.store serbaserbisoftware.site serenith.cfd server.ms
servicee.es services391.com servicetr.me sesasdl.top setxko.com sevopay.com sexforswingers.com sexfrancecute.lol
sexfrancecute.tattoo sexfrancecute.xyz sexical.com sexyalwasmi.top sexymeowers.site sexymeowers.space
sexymeowers.store sexymeowers.xyz sfacg.org sfolkar.com sgatra.com sgm.ovh shadap.org shaguaaini.click shahabnoor.org
shalar.net shanhaijuli.sbs sharebot.net sharedmailbox.org sharkfaces.com sharklasers.com shchiba.uk sheerid.top
sheinup.com shengxia.asia sherazhaider.com sheryli.com shhmail.com shhuut.org shieldedmail.com shieldemail.com
shiftmail.com shiita12.com shipfromto.com shiphazmat.org shipping-regulations.com shippingterms.org shiptudo.com
shiro-alice.live shitaway.tk shitmail.de shitmail.me shitmail.org shizuku-lulu.love shkele.cyou shmeriously.com
shopaccmmo.com shopbantkclone.com shopcreative.cc shopempva11.com shopprimeaccounts.com shopvipduzk666.shop
shopvipduzk6868.shop shopxda.com shopy.club shortmail.net shortweb.live shotmail.ru showslow.de shrib.com shuelder.com
shut.name shut.ws shxwonew.xyz si1ver.xyz siap-sepuh.com siberpay.com sicmg.com sidelka-mytischi.ru sidement.com
sidlabs.site sidneymichaelpoland.travel siempre.gratis siftportal.ru sify.com signalxp.com sihanoma.store sika3.com
sikux.com silenceofthespam.com siliwangi.ga silvaron.cfd silvercoin.life sim-simka.ru sim-sppg.com simaenaga.com
simoka.sbs simpleitsecurity.info simranaitech.space sin.cl sinaite.net sind-hier.com sind-wir.com sindhier.com
sindwir.com sinema.ml sinfiltro.cl singlespride.com sinnlos-mail.de sino.tw sinorto.com siperer.online siroja.top
siteinfox.com siteposter.net six25.biz sixoplus.com sizzlemctwizzle.com sjuaq.com sjusngde.info skeefmail.com
skingkong.com skrak.com skrhqfnya.top skrx.tk sky-inbox.com sky-ts.de skyemails.app skyemails.tech skygazer42.cn
skygazerhub.com skyhope666.icu skyhope666.shop skyhope666.xyz skyhopenb.shop skyhopenb.xyz skyhopenba.shop
skyhopetw.xyz skyhopewd.xyz skyhopewdf.xyz skyrt.de skyserver.cyou skytopway.com slapsfromlastnight.com slaskpost.se
slave-auctions.net slimirin.com slippery.email slipry.net sliverkeigo.fun slopsbox.com slotbeer.com slothmail.net
slowpokerfrance.eu slowpokerfrance.fr slowpokerfrance.org slowpokerfrance.store slushmail.com slushpools.cloud
sluteen.com sly.io slyouthuk.org smailpro.com smailwork.com smakit.vn smallker.tk smapfree24.com smapfree24.de
smapfree24.eu smapfree24.info smapfree24.org smartemailbox.co smartnator.com smarttalent.pw smarttickethub.com
smashmail.de smell.sbs smellfear.com smellrear.com smellypotato.tk smeux.com smkanba.com smncloud.com smtp99.com
smwg.info smykwb.com snakebutt.com snakemail.com snapbx.com snapmail.cc snapmail.site snapmail.xyz snapwet.com
sneakmail.de snece.com snpmail.fun soc123.net social-mailer.tk socialfurry.org socialist.sbs sociallymediocre.com
socialpulse.casa socialtrash.online soco7.com socoori.com sofia.re sofimail.com sofort-mail.de sofortmail.de
sofrge.com softbank.id softdailyguide.com softkey-office.ru softlitceg.com softpls.asia sogetthis.com sohai.ml
sohus.cn soioa.com soisz.com solar-impact.pro solarnyx.com solarunited.net solarunited.org solenox.cfd solerbe.net
solimoddin.online solkill.store solquira.cfd solvemail.info solventtrap.wiki somadethcdk.site somelora.com somoj.com
son2d.site songsan.business songsign.com soniot.fr soniot.info soniot.online soniot.store sonny.tk sonphuongthinh.com
sonrusu.com sonshi.cf soodmail.com soodomail.com soodonims.com soombo.com soon.it soscandia.org soson.shop
soul-association.com southai.bond southeastessexanimal.uk soyboy.observer sozenit.com spacebazzar.ru spacehotline.com
spacework.top spacexyz.space spacezin.space spam-be-gone.com spam.care spam.ceo spam.la spam.su spam4.me spamail.de
spamarrest.com spamavert.com spambob.com spambob.net spambob.org spambog.com spambog.de spambog.net spambog.ru
spambooger.com spambox.info spambox.me spambox.org spambox.us spamcero.com spamcon.org spamcorptastic.com
spamcowboy.com spamcowboy.net spamcowboy.org spamday.com spamdecoy.net spamex.com spamfellas.com spamfighter.cf
spamfighter.ga spamfighter.gq spamfighter.ml spamfighter.tk spamfree.eu spamfree24.com spamfree24.de spamfree24.eu
spamfree24.info spamfree24.net spamfree24.org spamgoes.in spamgourmet.com spamherelots.com spamhereplease.com
spamhole.com spamify.com spaminator.de spamkill.info spaml.com spaml.de spamlot.net spammer.fail spammotel.com
spammy.host spamobox.com spamoff.de spamsalad.in spamsandwich.com spamslicer.com spamsphere.com spamspot.com
spamstack.net spamthis.network spamthisplease.com spamtrail.com spamtrap.ro spamtroll.net spamwc.cf spamwc.ga
spamwc.gq spamwc.ml sparkletoc.com sparxautomationhub.store speak2all.com speedgaus.net speedlooking.fun sperma.cf
spicysoda.com spiedemtion.store spikio.com spindl-e.com spinly.net splitparents.com spoofmail.de sportcornwall.org
sportrid.com sportsfunlifestyle.org spotlightdiary.com spr.io spritzzone.de spruzme.com spybox.de spymail.com
spymail.one squizzy.de squizzy.net srame.com sroff.com sry.li ssanphone.me ssoia.com sssig.one sssvcv.uno stacys.mom
stanfordujjain.com starbalance.site starcheck.in stardust-2.store starlight-breaker.net starlight.store starmail.net
starnlink.com starpower.space startfu.com startkeys.com statdvr.com stathost.net statiix.com stayhome.li
steadyhabithub.com steam-area.ru steam-coin.com steambot.net sterlingpointco.com stexsy.com stinkefinger.net
stomatogomail.ru stonesinwater.com stop-my-spam.cf stop-my-spam.com stop-my-spam.ga stop-my-spam.ml stop-my-spam.tk
stopspam.app storebanme.com storegmail.net storiesonthestreet.org storiqax.top storj99.com storj99.top
storybuddies.online stpaulsgrammaralumniusa.org stravico.cfd strayhood.org streamingku.live streamwolf.store
streetwisemail.com stromox.com stuckmail.com stuffmail.de stufmail.com stumpfwerk.com stylist-volos.ru suarj.com
submic.com submitreports.com substoretools.com substoretools.site substoretools.store suburbanthug.com suckmyd.com
sudern.de sueshaw.com suexamplesb.com suftwari.com sugarloafstudios.net suhasmedam.com suioe.com sumberakun.com
suntuy.com super-auswahl.de super.lgbt superblohey.com superbowlstarttime.org supergreatmail.com supergrok.site
supermailer.jp superplatyna.com superrito.com supersave.net superstachel.de superti4r.dev superyp.com
supplementsdiary.com supportorganization.online supporttc.com surbitonnewlifebaptist.com suremail.info suryain.app
sushisalmon.online sute.jp svetims.com svip520.cn svip888888888.com svk.jp svxr.org swagpapa.com sweetberry.online
sweetpotato.ml sweetxxx.de swift-mail.net swift10minutemail.com swiftcroft.org swsdz.com sx227.top sx235.top sx697.top
sx856.top sx872.top sx882.top sx992.top syinxun.com sylentha.cfd sylnetdns.site sylnetgcp.top sylnetx1.top
sylvannet.com symphonyresume.com synarca.com syncax.com synovaris.cfd syntheradynamics.site syosetu.gq sysout.cloud
sytchampton.directory syujob.accountants szerz.com szxcfagah.online t1mo.net t2t.email t6s7.top tacomail.de
tafmail.com tafoi.gr taglead.com tagmymedia.com tagyourself.com taikhoankiro.pro taimb.com taischaves.com tako.skin
talemarketing.com talkinator.com talkmatrix.study talkup.sbs talmetry.com tamthomca.click tamttts.com tandlplith.se
tanlanav.com tanukis.org tanvo.online taobudao.com taohucom.store taojingrun.online tapchicuoihoi.com taphear.com
tapi.re tarasbest.xyz tartinemoi.com tarzanmail.cf taseek.top tastmemail.com tastrg.com tatadidi.com tatsu.uk
taugr.com taukah.com taxibmt.com taxibmt.net taymonera.de tb-on-line.net tbgroupconsultants.com tbterqwzv.top
tcwlm.com tcwlx.com tdtda.com teamnewmexico.org teamtitan.co tech69.com techblast.ch techcyber.shop techemail.com
techgroup.me techlhj.email technoproxy.ru techusa.org teerest.com teewars.org tefl.ro tehillahpraise.uk teihu.com
telecomix.pl teleg.eu telegmail.com teleworm.com teleworm.us teliedge.com teligmail.site telimail.online tellos.xyz
telos.lat telvetto.com temailz.com teml.net temp-link.net temp-mail.best temp-mail.cfd temp-mail.com temp-mail.de
temp-mail.gg temp-mail.lol temp-mail.now temp-mail.org temp-mail.ru temp-mails.com temp1month.icu tempail.com
tempalias.com tempblockchain.com tempe-mail.com tempemail.biz tempemail.com tempemail.de tempemail.net
tempemailgen.com tempemaill.com tempemailo.org tempestme.com tempinbox.com tempmail.at tempmail.best tempmail.cc
tempmail.cn tempmail.co tempmail.com tempmail.de tempmail.email tempmail.eu tempmail.ing tempmail.it tempmail.ninja
tempmail.plus tempmail.us tempmail.vip tempmail.world tempmail.ws tempmail101.com tempmail2.com tempmail5.com
tempmaildemo.com tempmailer.com tempmailer.de tempmailer.net tempmailfree.net tempmailo.com tempmailr.com
tempmails.net tempmailto.com tempmailyo.org tempomail.fr tempomail.org tempomailo.site temporalemail.org temporam.com
temporam.online temporam.xin temporam.xyz temporarily.de temporarly.com temporary-mail.net temporaryemail.net
temporaryemail.us temporaryforwarding.com temporaryinbox.com temporarymailaddress.com tempp-mails.com temppppo.store
tempr.email tempsky.com temptami.com tempthe.net tempymail.com tenhub.uk tensi.org tenull.com ternaklele.ga
test1byali.cfd testore.co testudine.com tetestebu.online tevstart.com texify.online tfbnw.asia tfbnw.in tfbnw.info
tfbnw.tech tfbnw.xyz tfcn.beer tgduck.com tgmaiss.xyz thaihp.net thaitudang.xyz thalarex.cfd thanhnhontienbao.com
thanksnospam.info thankyou2010.com thaotri.com thatim.info thc.st thdfyrg.top the23app.com theaviors.com
thebearshark.com thebest73.shop theboys.cyou thecarinformation.com thechildrensfocus.com thecity.biz thecloudindex.com
thediamants.org thedirhq.info thedorsetcarershub.org theeyeoftruth.com thegrampians.net thehjhvj.ink thejenkins.net
thejoker5.com theking.id thelightningmail.net thelimescommunitygarden.org thelimestones.com themailer.de
themegreview.com themostemail.com thereddoors.online theroyalweb.club thescrappermovie.com these.cc
theshahnazfoundation.com thespamfather.com theteastory.info thetechnext.net theweifamily.icu thex.ro thichanthit.com
thichmmo.com thiefness.com thietbivanphong.asia thirifara.com thisisnotmyrealemail.com thismail.net thispy.top
thisurl.website thnikka.com thoas.ru thodianamdu.com thoitrangnam2024.shop thraml.com thrma.com throam.com thrott.com
throwam.com throwawayemailaddress.com throwawaymail.com throya.com thrubay.com thshyo.org thueotp.net thulinh.net
thunderbolt.science thunkinator.org thuongxg.com thurleighchurchestate.church thxmate.com tianblog.top tianmi.me
tianstudy.space tiapz.com tic.ec tidaksuka.cfd tidewick.org tidissajiiu.com tidylifehub.com tiendadezapasok.com
tiffincrane.com tigrisstem.org tijdelijke.email tikanony.com tikmail.org tiksofi.uk tiktakgrab.com tiktakgrab.shop
tiktakgrabber.com tiktokngon.com tilien.com tilumo.cfd tilvex.click timbourkescholarshipfund.org timgiarevn.com
timkassouf.com tinhoconline.com tinoza.org tinpho.com tinytimer.org tinyurl24.com tipsb.com tirasya.pro
titangamezz.com titenpa.com tittbit.in tiv.cc tivendra.cfd tizi.com tjhn.beer tkfb24h.com tkitc.de tlktok.us tlpn.org
tmail.com tmail.gg tmail.io tmail.link tmail.lt tmail.mx tmail.ws tmail1.org tmail2.org tmail3.com tmail3.org
tmail4.org tmail5.org tmail6.com tmail9.com tmaile.net tmailinator.com tmailor.com tmailor.net tmails.net tmmbt.net
tmpbox.net tmpemails.com tmpeml.com tmpeml.info tmpjr.me tmpmail.net tmpmail.org tmpmailtor.com tmpnator.live
tmxttvmail.com tnbeta.com toaik.com tocuda.cloud toddsbighug.com tofeat.com tohru.org toiea.com tokem.co token.ro
token0v0.com tokenmail.de tokfly.org tokmail.fun tokmail.net tokobibit.co tokyo112.top tokyoflarex.tokyo tomhouse.shop
tommyfommy.site tomvnet.uk tonaeto.com tonne.to tonymanso.com too.li toolbox.ovh toolnator.plus toolourles.tech
tools-capcut.com toolsequipment.cyou toomail.biz toon.ml top-shop-tovar.ru top101.de top1mail.ru top1post.ru
topdatamaster.com topinrock.cf topmail2.com topmail2.net topofertasdehoy.com topranklist.de topren.cyou topren.top
toprumours.com topupgg.app topvu.net tormail.org torvila.sbs tospage.com toss.pw tosunkaya.com totallynotfake.net
totalvista.com totesmail.com totoan.info toupiao7003.top tourcc.com tozya.com tp-qa-mail.com tppp.one tppp.online
tpwlb.com tqoai.com tqosi.com trackden.com tradermail.info tramynguyen.net tranceversal.com trandigabapoe.shop
trangiabao.click trangzim.uk tranhtai.com transaksikita.tech transferpulsa.net translateid.com traodoinick.com
traogiai.com trap-mail.de trash-amil.com trash-mail.at trash-mail.cf trash-mail.com trash-mail.de trash-mail.ga
trash-mail.gq trash-mail.ml trash-mail.tk trash-me.com trash2009.com trash2010.com trash2011.com trashcanmail.com
trashdevil.com trashdevil.de trashemail.de trashemails.de trashinbox.com trashmail.at trashmail.com trashmail.de
trashmail.fr trashmail.gq trashmail.hu trashmail.io trashmail.me trashmail.net trashmail.org trashmail.se trashmail.ws
trashmailer.com trashmailgenerator.de trashmails.com trashymail.com trashymail.net trasz.com travelfriend.online
travelistaworld.com travelovelinka.club travionex.cfd trayna.com trbvm.com trbvn.com trbvo.com treesforderby.org
trend-maker.ru treso.me treterter.shop trevourus.com trfu.to trgfu.com trgovinanaveliko.info trialmail.de
trickmail.net trieuhao.site trillianpro.com trinovia.cfd triots.com trixtrux1.ru trolebrotmail.com trollproject.com
tropicalbass.info tropovenamail.com trovantis.cfd troveniq.cfd trungmetax.com trungtamtoeic.com trustcheck.cc
trustdomainvn.us trustguru.vip trusticloud.us truthfinderlogin.com tryalert.com tryninja.io trythe.net tryzoe.com
tscasalnt.top tsderp.com tshdn.cfd tshirtsavvy.com tsmtp.org ttirv.org ttpo89japan.com ttszuo.xyz tualias.com
tuamaeaquelaursa.com tubebox.us tubeemail.com tuethong.shop tuku26012023.xyz tumroc.net tunthuta.com tuofs.com
tupmail.com turkeyth.com turnimon.com turoid.com turual.com turuma.com tutuapp.bid tuyenchau.click tuyenchau.online
tuyenchau.site tuyenhuy.click tuyenhuy.online tuyenhuy.site tvchd.com tverya.com twinmail.de twitch.work
twitchythoughtcreations.in twkly.ml twocowmail.net twoweirdtricks.com twskyhope.top twskyhope.xyz twskyhopenb.shop
twzhhq.online txcct.com txen.de txtadvertise.com tyhe.ro tyldd.com tympe.net tzrj.pro uacro.com uber-mail.com
uberip.com ubinert.com ubismail.net ubm.md ucche.us ucupdong.ml uddinfoundation.org udingclin.com uemail99.com
ufacturing.com ufokeuabmail.com ug.wtf uggsrock.com uguuchantele.com uhe2.com uhhu.ru uiemail.com uiu.us
ujijima1129.gq uk.to ukev.org ukm.ovh ukshop538yt.uk ulm-dsl.de ulteriq.cfd ultra.fyi ultrada.ru ultrafive.online
ultralabs24.store ultrasix.online ultravex.cfd ultrmigos.online uma3.be umail.net umil.net umiudi.cn umombiss.tk
undeadbank.com underseagolf.com undo.it unfairship.com unicodeworld.com unids.com unimain.tech unimark.org
uniromax.com unit7lahaina.com universall.me unlikeyth.com unmail.ru unratito.com uofzcpg9ftykob.asia uooos.com
uorak.com upliftnow.com uplipht.com uploadnolimit.com upozowac.info upphim.net upsnab.net uqqlrdi.top urbanvalore.info
urfunktion.se urgentmail.ovh urhen.com uroid.com us-x.top us.af us.to usa.cc usaishop.shop usako.net usbc.be
usdtbeta.com used-product.fr usedus.me usefulbriefing.com uselesswebsites.net ushijima1129.cf ushijima1129.ga
ushijima1129.gq ushijima1129.ml ushijima1129.tk usm.ovh uspsp.top ustorp.com utiket.us utkarsh.tech uu.gl uu2.ovh
uuf.me uuii.in uwork4.us uyhip.com uz8.net v-mail.xyz v2v.click v2v.email v2v.world v6.army v6.navy v6.rocks
vaasfc4.tk vaati.org vafyxh.com valanides.com valemail.net valhalladev.com vankin.de vasteron.com vatos.gg vaupk.org
vbgvd.com vbv.cards vcois.com vctel.com vda.ro vddaz.com vdig.com veanlo.com veb37.com vectorbrasil.app velatrix.cfd
veletis.bond velloxist.site velmoor.org velocitronix.online veltexline.com vemomail.win venariq.cfd venompen.com
ventrovia.cfd veo.kr veo3ultra.sbs ver0.cf ver0.ga ver0.gq ver0.ml ver0.tk vercelli.cf vercelli.ga vercelli.gq
vercelli.ml verdejo.com verel.online verifycenter.net verityemail.site vermutlich.net vernonbourne.uk
veronicamira.info vertexinbox.com vertexium.net veruvercomail.com verybigdick.cyou veryday.ch veryday.eu veryday.info
veryrealemail.com ves.ink vesa.pw vesdev01.shop vetra.cyou vevs.de vexalor.cfd vexaluno.xyz vexi.my vextora.click
vfwladiesauxin.org vggh.beer viavuive.net vibertees.com vibzi.net vickaentb.tk victime.ninja victoriaalison.com
victoriantwins.com vidchart.com videoigdownload.com videotoptop.com viditag.com vidwobox.com vidxlr.me
viemarter.online vietxf.com viewbuster.ru viewcastmedia.com viewcastmedia.net viewcastmedia.org viewmuse.com
vigilantkeep.net vigoneo.com vikingsonly.com villaxoa.site vinaemail.com vinakoop.com vinakop.com vinatissue.org
vinernet.com vinhdo.shop vintomaper.com viole.cfd violet0923.online vipepe.com vipmail.name vipmail.pw vipmba.cc
vips.pics vipxm.net viralplays.com virelio.cfd virgilian.com virginsrus.xyz virtualemail.info visal007.tk visal168.cf
visal168.ga visal168.gq visal168.ml visal168.tk visignal.com visualnest.work vitahicks.com vitaspherelife.com
vitrineproducoes.com viv2.com vividtipzone.com vixletdev.com vixtricks.com vjoid.ru vjoid.store vjuum.com vkbb.ru
vkbb.store vkbt.ru vkbt.store vkcbt.ru vkcbt.store vkcode.ru vkfu.ru vkfu.store vkpr.store vkr1.com vkrr.ru vkrr.store
vladhub.buzz vlemi.com vlrregulatory.com vmailing.info vmani.com vmpanda.com vn-one.com vncctv.org vnedu.me
vntechhub.online vnvmail.com vobau.net voerpemww.click voicesforchangeinc.org voidbay.com voidmail.one voidpop.win
volaj.com volku.org voltaer.com voltr.click voltravia.cfd vomoto.com vorga.org vortalis.cfd voryxen.com
vothanhtuan.shop votiputox.org voxelcore.com voxinh.net vpii.beer vpn.st vpn64.de vpnseat.com vps30.com vps79.com
vps911.net vradportal.com vremonte24-store.ru vrjxk.com vrmtr.com vsdsd23gsdf.shop vsimcard.com vsmailpro.com
vssms.com vtmpj.net vtxmail.us vuatrochoi.nl vubby.com vuiy.pw vuket.org vulca.sbs vulcanpioneerjers.org vupn.me
vusra.com vutrugay.org vvatxiy.com vwagamlk.top vwhins.com vxsolar.com vystella.cfd vztc.com w-asertun.ru wacold.com
waguriagent.codes waisfoundation.com waitbeqa.com waivey.com wakingupesther.com walala.org walkmail.net walkmail.ru
wallm.com wanaofamouscar.com wandouyu.run wanko.be wansnode-dice.site wanva.shop wargravepreschool.uk waroengin.com
waroengku.cc waroengkuy.com waroengmail.com waroengpremium.com warunkto.com watch-harry-potter.com watchever.biz
watchfull.net watchironman3onlinefreefullmovie.com waterisgone.com waterpalace.pro watersoftenersystemcost.com
watrf.com watsawang.com waventra.cfd wazabi.club wbdev.tech wbml.net wdrd.beer wearkeymail.site weatherbx.xyz
web-contact.info web-ideal.fr web-inc.net web-library.net web2mailco.com webcamness.com webcontact-france.eu
webemail.me webhook.site webinarmoa.com webm4il.info webmail24.top webmailus.com webofip.com webscash.com webtrip.ch
webuser.in wecanmakehit.win wecp.ru wecp.store wee.my weekfly.com weekzs.icu weeline.fun wef.gr weg-werf-email.de
wegwerf-email-addressen.de wegwerf-email-adressen.de wegwerf-email.at wegwerf-email.de wegwerf-email.net
wegwerf-emails.de wegwerfadresse.de wegwerfemail.com wegwerfemail.de wegwerfemail.info wegwerfemail.net
wegwerfemail.org wegwerfemailadresse.com wegwerfmail.de wegwerfmail.info wegwerfmail.net wegwerfmail.org
wegwerpmailadres.nl wegwrfmail.de wegwrfmail.net wegwrfmail.org weiruipingji.com weizixu.com wekawa.com
welikecookies.com wellsfargocomcardholders.com wemel.top wenkuu.com wentcity.com wenyuanshe.com wep.email were-w.top
wetrainbayarea.com wetrainbayarea.org weyword.cfd wfgdfhj.tk wg0.com wh4f.org whaaaaaaaaaat.com whatagarbage.com
whatemi.de whatiaas.com whatifanalytics.com whatpaas.com whatsaas.com whf222.top whiffles.org whirlygirlink.org
whispermail.org whitehousecalculator.com whitemistral.pro whopy.com whyspam.me wibblesmith.com wicfolhumanservices.org
wickmail.net widaryanto.info widget.gg wiemei.com wierie.tk wifimaple.com wifioak.com wikfee.com wikidocuslava.ru
wildan.tech wilemail.com willhackforfood.biz willselfdestruct.com wimsg.com windsurfcom.shop winemaven.info winocs.com
wintersgf.store wintersmail.site wir-sind.com wireconnected.com wishy.fr wivstore.com wlist.ro wlsom.com wmail.cf
wmail.club wmct.info wmksuhd.cn wnbaldwy.com wokcy.com wolfmail.ml wolfsmail.tk wollan.info womp-wo.mp woofgl.email
woopros.com workhorsefilms.com workingtall.com worldcoins.top worldlylife.store worldspace.link wovoemj1119.icu
wpdork.com wpg.im wralawfirm.com wrgee.com writeme.us wronghead.com wrqj.top wrxx.beer ws.gy wshu.net wsvpsft.xyz
wsxnxce.online wsym.de wsypc.com wudet.men wudiai.shop wuespdj.xyz wupics.com wuuvo.com wuzak.com wuzup.net
wuzupmail.net wwc8.com wwdskboiv.top wwefd.top wwjmp.com wwtykkm.bond wwvec.uno wwvk.ru wwvk.store wwwnew.eu
wxf07.shop wxnw.net wyoxafp.com wywnxa.com wzjpj.com wzjyyds.com wzofit.com x-clone.asia x-lab.net x0q.net x1ix.com
x24.com x80la.shop x9ad1.my xagloo.co xagloo.com xandoria.cfd xapimail.top xazymarcie.space xbaby69.top xbrok.com
xcf.pet xclone.asia xcode.ro xcodes.net xcompress.com xcoxc.com xcpy.com xcucngon.site xcvuaylik.top xcvv.xyz
xdfrms.fun xdnss.cc xdpxdp.online xehop.org xelio.sbs xelu.space xemaps.com xemne.com xen-bypass.com xenloria.cfd
xeno.gay xenta.cfd xents.com xepa.ru xfavaj.com xfft.beer xgcpking.space xgmail.bond xhotmail.cyou xi2.cc
xiaoguaishou.icu xiaoting.cc xib.icu xidealx.com xiiqtg.com xiiqtg.vip xikemail.com ximenor.site xingmeisofa.com
xirentha.cfd xitler.top xiwinnie.icu xjoi.com xkx.me xkxkud.com xl.cx xlcsh.icu xmailer.be xmailtm.com xmaily.com
xmisom.help xmlab.icu xmyvgkvw.top xn--5nx.cc xn--9kq967o.com xn--ai-ry2ck37oorv.com xn--d-bga.net xn--di5au2k.shop
xn--ihq4pool8g32cwxiiqcovaa9159jhvah03g.top xn--rhqv96g.tv xn--yaho-sqa.com xn-xp8h.bond xojxe.com xolic.me
xopmail.fun xost.us xoxo3.website xoxox.cc xperiae5.com xpremium.pro xpromail.xyz xrap.de xshop.bond xsnipersquad.com
xsnipersquad.site xsnipersquad.space xstyled.net xswl.xyz xtzg.beer xunika.uk xvx.us xww.ro xxhamsterxx.ga xxi2.com
xxl.st xxlocanto.us xxolocanto.us xxqx3802.com xxvd.net xxvk.ru xxvk.store xxxhi.cc xy9ce.tk xylanta.cfd xylar.ru
xylar.store xyxy.app xyzfree.net xzsok.com y4plv.cyou yabai-oppai.tk yabes.ovh yahmail.top yahooproduct.net
yahoox.cyou yamail.win yanet.me yangzhai.xyz yangzhong-sfd.cc yanhd-jkd.top yannmail.win yapped.net yaqp.com
yarnpedia.ga yasuo.sbs ybidbccmv.top yc08.cn ycare.de ycglobalmovement.com ycn.ro ydns.eu ydscontingencia.com ye.vc
yecp.ru yecp.store yedi.org yeezus.ru yellofdf2.click yenphandinhe.com yep.it yermail.net ygbelira.me yhg.biz
yihacihuy.top ying-ge.com yingzi321.shop yjlwcbrf.top yl66.cfd ymonthl.com ynagjie-66.cc ynmrealty.com ynnord.top
yodwg.sbs yodx.ro yogamaven.com yoggm.com yogirt.com yomail.info yomand.store yondrix.cfd yongdan-hstn.best yoo.ro
yopmail.com yopmail.fr yopmail.gq yopmail.net yordanmail.cf yorushika.one you-spam.com yougotgoated.com youmail.ga
youmailr.com youneedmore.info youpymail.com your5.ru your5.store yourdomain.com youremail.cf yourewronghereswhy.com
yourlms.biz yours.tools yourspamgoesto.space yourtube.ml yourwiseguide.com youtube-com-watch-jtpdc8khnpi.bond
youtube-com-watch-jtpdc8khnpi.cyou youxiang.dev yroid.com yrppwsekv.top ysfuddr.top ysgdjd.fun yshdnhh.click
yspend.com ysuhd.art yszmy.cn ytnhy.com ytoof.app ytpayy.com yugasandrika.com yui.it yujiehanjiao.cc yuki.ren
yummymeow.eu yummymeow.fr yummymeow.org yummymeow.store yun.pics yuoia.com yurevia.cfd yurovovault.shop yuurok.com
ywzmb.top yxdad.ru yxdad.store yxxawa.top yxzx.net yydsplus.top yyolf.net yzcalo.com yzm.de z-o-e-v-a.ru z0d.eu
z1p.biz z86.ru zai.asia zain.site zainmax.net zaktouni.fr zantrax.com zapmail.one zarabotokdoma11.ru zarkbin.store
zasod.com zauxpbp.cn zaym-zaym.ru zcdpbx.top zcovz.ru zcovz.store zcrcd.com zdenka.net ze.tc zebins.com zebins.eu
zehnminuten.de zehnminutenmail.de zellatrix.cfd zellio.yachts zemzar.net zenbada.com zenbyul.com zensurpirat.de
zenthara.cfd zenthira.cfd zenthranet.com zephyros.cfd zepp.dk zeronerbacomail.com zeropolly.com zetmail.com
zevionyx.com zexic.cyou zfymail.com zgg0.help zhanhuokma2.wang zhaoqian.ninja zhaoyuanedu.cn zhcne.com zhewei88.com
zhizhiwei.fun zhjjq.tech zhorachu.com zik.dj zikzak.site zipcad.com zipcatfish.com ziping.me zipmail.one zipo1.gq
zippymail.info zipsendtest.com zira.my ziragold.com zivox.sbs ziyoupi.asia zizo7.com zkfdwz.shop zmail.cam zmnai.top
zmypxprb.sbs znext.bond zoaxe.com zoemail.com zoemail.net zoemail.org zoetropes.org zolamin.com zolmiu.cfd
zombie-hive.com zomg.info zoomintens.com zovion.com zozozo123.com zrufe.com zsero.com zsts.top zudpck.com zuldev.live
zumnime.me zumpul.com zutomayo.best zv68.com zvvzuv.com zx81.ovh zxcv.com zxcvbnm.com zxhyzlwcp.top zxqzin.cn
zxrey.club zymuying.com zyns.com zypherin.cfd zyranova.cfd zyvenix.cfd zzaidah.cloud zzeu.us zzi.us zzrgg.com zzz.com
`
