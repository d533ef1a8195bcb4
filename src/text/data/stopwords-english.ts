/** The two English stop lists, see stopwords.ts; words are separated by white space. */
export const usualEnglish = `a about above after again against all also am an and any are aren't around as at be because been before
being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't
down during each either else ever every few for from further had hadn't has hasn't have haven't having he
he'd he'll her here hers herself him himself his how however i i'd i'll i'm i've if in into is isn't it
it'd it'll its itself just let let's may me might mightn't more most much must mustn't my myself neither
no nor not now of off on once only or other ought our ours ourselves out over own per rather same shall
shan't she she'd she'll should shouldn't since so some such than that that'll that's the their theirs
them themselves then there these they they'd they'll they're they've this those though through thus to
too under until up upon us very was wasn't we we'd we'll we're we've were weren't what when where whether
which while who who'll whom whose why will with within without won't would wouldn't yet you you'd you'll
you're you've your yours yourself yourselves`;

export const longEnglish = `a able about above according accordingly across actually after afterwards again against all allow allows
almost alone along already also although always am among amongst an and another any anybody anyhow anyone
anything anyway anyways anywhere apart apparently appear appreciate appropriate are aren't around as
aside ask asking asks associated at available away awfully b be became because become becomes becoming
been before beforehand begin beginning behind being believe below beside besides best better between
beyond both brief but by c came can can't cannot cant cause causes certain certainly change clearly co
com come comes concerning consequently consider considering contain containing contains corresponding
could couldn't course currently d definitely described despite did didn't different do does doesn't doing
don't done down downwards during e each edu eg eight either else elsewhere end ending enough entirely
especially et etc even ever every everybody everyone everything everywhere ex exactly example except f
far few fifth first five followed following follows for former formerly forth four from fully further
furthermore g gave get gets getting given gives go goes going gone got gotten greetings gt h had happens
hardly has hasn't have haven't having he he'd he'll he's hello help hence her here here's hereafter
hereby herein hereupon hers herself hi him himself his hither hopefully how howbeit however i i'd i'll
i'm i've ie if ignored immediate in inasmuch inc indeed indicate indicated indicates inner insofar
instead into inward is isn't it it's its itself j just k keep keeps kept know known knows l largely last
lately later latter latterly least less lest let let's like liked likely little look looking looks lt ltd
m made mainly make man many may maybe me mean meantime meanwhile merely might more moreover most mostly
much must my myself n namely nd near nearly necessary need needs neither never nevertheless new next nine
no nobody non none nonetheless noone nor normally not nothing now nowhere o obviously of off often oh ok
okay old on once one ones only onto or other others otherwise ought our ours ourselves out outside over
overall own p particular particularly per perhaps placed please plus possible possibly potentially
predominantly present presumably previously primarily probably promptly provides q que quickly quite quot
qv r rather rd re readily really reasonably recent recently refs reg regarding regardless regards
relatively respectively resulting right s said same saw say saying says second secondly see seeing seem
seemed seeming seems seen self selves sensible sent serious seriously seven several shall she she'd
she'll she's should shouldn't shown shows significantly similar similarly since six slightly so some
somebody somehow someone something sometime sometimes somewhat somewhere soon sorry specifically
specified specify specifying still strongly sub substantially successfully such sufficiently sup sure t
take taken taking tell tends th than thank thanks thanx that that'll that's that've thats the their
theirs them themselves then thence there there'd there'll there're there've thereafter thereby therefore
therein theres thereupon these they they'd they'll they're they've think third this thorough thoroughly
those though three through throughout thru thus to together too took toward towards tried tries truly try
trying twice two u un under unfortunately unless unlike unlikely until unto up upon us use used useful
usefully uses using usually uucp v value various very via viz vs w want wants was wasn't way we we'd
we'll we're we've welcome well went were what what'll what's what've whatever when whence whenever where
where's whereafter whereas whereby wherein whereupon wherever whether which while whither who who'd
who'll who's whoever whole whom whomever whose why widely will willing wish with within without won't
wonder would wouldn't x y yes yet you you'd you'll you're you've your yours yourself yourselves z zero`;
