# El español del bot, de América Latina. Cómo cambiarlo o agregar un idioma: docs/translating.md.

## Lo que el programa necesita saber del idioma

language = Español
# Costa Rica escribe 65 000, como recomienda la RAE.
locale = es-CR
list = { $before }, { $last }
clauses = { $before }, { $last }
and = { $before } y { $last }
or = { $before } o { $last }
which = { $before } o { $last }
date = { $day }/{ $month }/{ $year }
moment = { $date } { $clock } UTC

## Palabras de varias secciones

wallets =
    { $count ->
        [one] { $count } billetera
       *[other] { $count } billeteras
    }
receivers =
    { $receivers ->
        [one] { $receivers } billetera
       *[other] { $receivers } billeteras
    }
minutes =
    { $count ->
        [one] { $count } minuto
       *[other] { $count } minutos
    }
hours =
    { $count ->
        [one] { $count } hora
       *[other] { $count } horas
    }
days =
    { $count ->
        [one] { $count } día
       *[other] { $count } días
    }
resource =
    { $resource ->
        [energy] Energía
       *[bandwidth] Ancho de banda
    }
units = { $amount } de { resource }
rented =
    { $bandwidth ->
        [none] { units }
       *[other] { units } + { $bandwidth } de Ancho de banda
    }
rental =
    { $isSum ->
        [yes] { receivers }: { rented }, { $duration }
       *[no]
            { $receivers ->
                [1] { rented }, { $duration }
               *[other] { $receivers } × { rented }, { $duration }
            }
    }
deliverable =
    { $free ->
        [0]
            { $isLocked ->
                [yes] Ahora no se puede bloquear { resource } por este plazo.
               *[no] Ahora no hay { resource } disponible.
            }
       *[other]
            { $isLocked ->
                [yes]
                    { $receivers ->
                        [1] Ahora solo se pueden bloquear { $free } de { resource } por este plazo.
                       *[other] Ahora solo se pueden bloquear { $free } de { resource } en total por este plazo.
                    }
               *[no]
                    { $receivers ->
                        [1] Ahora solo se pueden entregar { $free } de { resource }.
                       *[other] Ahora solo se pueden entregar { $free } de { resource } en total.
                    }
            }
    }
top-up =
    { $takesDeposits ->
        [yes] Para recargar: /deposit
       *[no] Para recargar, escribe { operator } e indica tu ID de cliente <code>{ $customerId }</code>
    }
# A quién.
operator =
    { $contact ->
        [none] al operador
       *[other] a { $contact }
    }
that =
    { $said ->
        [none] Eso
       *[other] “{ $said }”
    }
# Breve, para los botones.
short-minutes = { $count } min
short-hours = { $count } h
short-days = { $count } d
such-as = un número, por ejemplo 65000 o 65k.
whole-sun = un número entero de SUN, por ejemplo 55.
nothing-charged = No se cobró nada.
dropped = Orden descartada. { nothing-charged } Empieza de nuevo con /buy.
as-yourself = Escribe con tu propia cuenta (sin el modo anónimo) o crea la orden por privado.
as-csv = Guárdalo como CSV (UTF-8) con las billeteras en la primera columna y envíalo.
letters = de 1 a 32 letras, números, - y _, con al menos una letra
ethereum = Es una dirección de tipo Ethereum. Las de TRON empiezan con T.
hex = Es una dirección hexadecimal. Envíala como la muestra la billetera: empieza con T.

## account

not-understood =
    { $said ->
        [none] No entendí eso.
       *[other] No entendí “{ $said }”.
    }
others-question = Esta pregunta es para { $name }; solo cuenta su respuesta. Crea tu propia orden con /buy.
unknown-name-near = No hay ninguna billetera llamada { $name } en tu /book. ¿Quisiste decir { $near }?
unknown-names = No hay ninguna billetera llamada { $names } en tu /book.
menu =
    <b>Energy Desk</b>
    { $gift ->
        [none] Alquila Energía y Ancho de banda de TRON en segundos.
       *[other] Tienes { $gift } TRX para probar.
    }
    Toca “Comprar Energía” o pega la dirección de una billetera.
balance = <b>Saldo: { $available } TRX</b>
menu-held-for-orders = Retenido por órdenes: { $forOrders } TRX
menu-held-for-bookings =
    { $count ->
        [one] Retenido por { $count } reserva: { $amount } TRX
       *[other] Retenido por { $count } reservas: { $amount } TRX
    }
menu-held-for-withdrawals = Retenido por retiros: { $forWithdrawals } TRX
credited =
    <b>+{ $amount } TRX</b>
    El saldo es ahora de { $available } TRX.
credited-order-lacks = A tu orden aún le faltan { $missing } TRX.

## deposit

deposit-card = <b>Dirección de depósito, solo red { $network } (TRC20)</b>
deposit-card-amounts =
    TRX: mínimo { $minimumTrx } TRX
    { $usdtMinimum ->
        [none] USDT: ahora no se acepta
       *[other]
            { $usdtRate ->
                [none] USDT: mínimo { $usdtMinimum } USDT. Ahora no hay cotización: lo que envíes espera a la próxima.
               *[other] USDT: mínimo { $usdtMinimum } USDT. Ahora 1 USDT = { $usdtRate } TRX; cuenta la cotización del bloque de tu envío.
            }
    }
deposit-card-notes =
    Se acredita alrededor de un minuto después de que tu envío entre en un bloque, cuando ya es definitivo. La dirección no cambia.
    ⚠️ Otros tokens, o lo enviado por otra red, no se acreditan.
deposit-off = Aquí los depósitos no se acreditan automáticamente.
deposit-copy = Copiar dirección
deposit-seen =
    <b>🔔 En camino: { $amount }</b>
    El envío ya está en un bloque. Se acredita en un minuto más o menos.
deposit-credited = <b>🔔 Depósito acreditado: +{ $creditedTrx } TRX</b>
deposit-credited-rate = { $amount } a { $rate } TRX cada uno
deposit-credited-balance = El saldo es ahora de { $available } TRX.
deposit-at-retired =
    <b>🔔 Enviado a una dirección antigua: { $amount }</b>
    Esa dirección ya no debe usarse, así que el operador decide si se acredita. Deposita solo en la que muestra /deposit.
deposit-address-retired =
    <b>⚠️ No uses más tu antigua dirección de depósito</b>
    { $address }
    Lo que se envíe allí puede perderse. Bórrala de donde la tengas guardada; /deposit muestra la nueva.
deposit-review =
    <b>🔔 En revisión: { $amount }</b>
    Tu envío llegó. Se acredita después de una revisión; te avisaremos.
deposit-tiny = 🔔 No acreditado: { $amount } es mucho menos que el mínimo. Otros envíos así de hoy solo se listan, sin aviso.
deposit-waits-for-rate =
    <b>🔔 A la espera de cotización: { $amount }</b>
    Tu envío llegó. Se acredita en cuanto haya una nueva cotización de USDT, y a esa cotización.
deposit-refused =
    <b>🔔 No acreditado: { $amount }</b>
    El operador revisó este envío y no lo acreditó.
    Escribe { operator } e indica tu ID de cliente <code>{ $customerId }</code>
deposit-uncredited =
    <b>🔔 No acreditado: { $amount }</b>
    { $minimum ->
        [none] Tu envío llegó, pero ahora no se acepta { $asset }.
       *[other] Tu envío llegó, pero es menos que el mínimo de { $minimum }.
    }
    Escribe { operator } e indica tu ID de cliente <code>{ $customerId }</code>

## buttons

buttons-buy-energy = Comprar Energía
buttons-buy-bandwidth = Ancho de banda
buttons-orders = Órdenes
buttons-balance = Saldo
buttons-deposit = Recargar
buttons-withdraw = Retirar
buttons-help = Ayuda
buttons-back = Atrás
buttons-cancel = Cancelar
buttons-other = Otro
buttons-type-fast = Mejor precio ya
buttons-type-manual = Manual
buttons-resource-energy = Energía
buttons-resource-bandwidth = Ancho de banda
buttons-next = Seguir con { wallets }
buttons-in-order =
    { $isMore ->
        [yes] En orden: { $amounts } …
       *[no] En orden: { $amounts }
    }
buttons-preset =
    { $use ->
        [none] { $amount }
        [usdt]
            { $times ->
                [1] { $amount } · envío de USDT
               *[other] { $amount } · { $times } envíos de USDT
            }
       *[usdtNew]
            { $times ->
                [1] { $amount } · destino sin USDT
               *[other] { $amount } · { $times } destinos sin USDT
            }
    }
buttons-preset-short =
    { $use ->
        [none] { $amount }
        [usdt]
            { $times ->
                [1] { $amount } · envío de USDT
               *[other] { $amount } · { $times }× USDT
            }
       *[usdtNew]
            { $times ->
                [1] { $amount } · destino sin USDT
               *[other] { $amount } · { $times }× sin USDT
            }
    }
# A choice with what it costs.
buttons-priced = { $label } · { $total } TRX
buttons-field = ✏️ { $value }
buttons-change = ✏️ Cambiar
buttons-pay = Pagar { $total } TRX
buttons-pay-again = Sí, pagar { $total } TRX
buttons-name-your-price = Manual: mi precio
buttons-ask = Escribir a { $contact }
buttons-copy-amount = Copiar { $amount }
buttons-check-again = Revisar el saldo de nuevo
buttons-back-to-order = Volver a la orden
buttons-new-quote = Nuevo precio
buttons-buy = Comprar
buttons-take = Tomar { $amount }
buttons-add-bandwidth = + Ancho de banda
buttons-drop-bandwidth = Sin Ancho de banda
buttons-take-affordable = Tomar { $amount }: el saldo alcanza
buttons-try-again = Intentar de nuevo
buttons-retry = Reintentar
buttons-private-chat = Abrir chat privado
buttons-repeat = Repetir
buttons-rent-missing = Alquilar { $amount } más
buttons-refresh = Actualizar
buttons-copy-receiver = Copiar dirección
buttons-cancel-booking =
    { $receivers ->
        [1] Anular reserva { $amount } · { $receiver }
       *[other] Anular reserva { $receivers } × { $amount }
    }
buttons-order =
    { $isSum ->
        [yes]
            { $resource ->
                [energy] { receivers }: { $amount } Energía
               *[bandwidth] { receivers }: { $amount } Ancho de banda
            }
       *[no]
            { $amount } { $resource ->
                [energy] Energía
               *[bandwidth] Banda
            } → { $receivers ->
                [1] { $receiver }
               *[other] { receivers }
            }
    }
buttons-older = Anteriores
buttons-newest = Recientes
buttons-receivers-field =
    { $first ->
        [none] Billeteras: { $count }
       *[other] Billetera { $first }
    }
buttons-copy-order-id = Copiar ID
buttons-copy-order-ids = Copiar los ID
buttons-copy-one-order-id = Copiar ID { $first }
buttons-copy-some-order-ids = Copiar ID { $first }–{ $last }

## commands

commands-start = Menú
commands-buy = Comprar, paso a paso o en una línea
commands-quote = Solo consultar el precio
commands-again = Repetir tu última orden, u otra por su ID
commands-orders = Tus órdenes
commands-order = Una orden, por su ID
commands-balance = Tu saldo
commands-deposit = Recargar con TRX o USDT
commands-withdraw = Retirar TRX a tu billetera
commands-stats = Lo que gastaste en 30 días, en una imagen
commands-history = Los movimientos de tu saldo, en un CSV
commands-settings = Notificaciones, pagos e idioma
commands-book = Tus nombres para billeteras
commands-usdt = Energía para una transferencia de USDT
commands-sell = Vender tu Energía y tu Ancho de banda
commands-team = Su equipo: miembros y límites
commands-link = Vincular este grupo a un equipo con su código
commands-key = Tus claves de API
commands-cancel = Descartar la tarjeta abierta
commands-help = Cómo funciona

## wizard

wizard-title =
    { $resource ->
        [none] Nueva orden
        [energy] Comprar Energía
       *[bandwidth] Comprar Ancho de banda
    }
wizard-title-own-price =
    { $resource ->
        [none] Nueva orden a tu precio
        [energy] Comprar Energía a tu precio
       *[bandwidth] Comprar Ancho de banda a tu precio
    }
wizard-question-type =
    ¿Qué tipo de orden?
    Mejor precio ya: todo al instante, del servicio o de vendedores, lo que cueste menos. Manual espera hasta que alguien venda a tu precio.
wizard-question-resource =
    ¿Qué necesitas?
    Energía: USDT y contratos. Ancho de banda: transferencias de TRX.
wizard-question-receivers =
    ¿A qué billeteras va?
    { $isGroup ->
        [yes] Responde a mi pregunta con hasta { $maxReceivers } direcciones o un archivo CSV o TXT.
       *[no] Pega hasta { $maxReceivers } direcciones o envía un archivo CSV o TXT.
    }
wizard-question-receivers-known = O toca una de las tuyas.
wizard-question-amount =
    { $resource ->
        [energy] ¿Cuánta Energía
       *[bandwidth] ¿Cuánto Ancho de banda
    }{ $others ->
        [0]
            { $receivers ->
                [1] { "" }
               *[other] {" "}para cada billetera
            }
       *[other]
            { $others ->
                [1] {" "}para la otra billetera
               *[other] {" "}para cada una de las otras { $others } billeteras
            }
    }?
wizard-question-amount-replaces = Reemplaza las cantidades de todas las billeteras.
wizard-question-amount-type =
    { $isGroup ->
        [yes] Responde a mi pregunta con { such-as }
       *[no] Escribe { such-as }
    }
wizard-question-amount-least = Mínimo { $least }.
wizard-question-amount-priced = Precios por { $duration }.
wizard-question-price = ¿Tu precio por unidad de { resource }, en SUN?
wizard-question-price-type =
    { $isGroup ->
        [yes] Responde a mi pregunta con { whole-sun }
       *[no] Escribe { whole-sun }
    }
wizard-question-options =
    ¿Puede llegar en partes, de varios vendedores?
    { $awaitsText ->
        [yes]
            { $isGroup ->
                [yes] Responde a mi pregunta con la parte mínima, por ejemplo 20000 o 20k.
               *[no] Escribe la parte mínima, por ejemplo 20000 o 20k.
            }
       *[no] “Solo completa” espera a un vendedor que tenga todo.
    }
wizard-taken =
    { $count ->
        [one] ✅ { $count } billetera aceptada
       *[other] ✅ { $count } billeteras aceptadas
    }
wizard-left-out = ⚠️ Quedan fuera { $count } de { $total }
wizard-wallets-now = En total: { wallets }
wizard-own-amounts =
    { $count ->
        [1] 1 billetera tiene su propia cantidad: { $total }
       *[other] { $count } billeteras tienen su propia cantidad: { $total } en total
    }
wizard-alike-not-activated = ❌ { wallets } no están activadas. Envía antes algo de TRX a cada una.
wizard-alike-contract = ❌ { $count } direcciones son contratos. Solo las billeteras pueden recibir.
wizard-alike-duplicate = ❌ { wallets } están repetidas; cada una cuenta una sola vez
wizard-alike-checksum = ❌ { $count } direcciones están mal escritas (la suma de control no coincide)
wizard-alike-refused = ❌ { $count } direcciones son del servicio o de nadie. Indica billeteras tuyas.
wizard-alike-ethereum = ❌ { $count } direcciones son de tipo Ethereum. Las de TRON empiezan con T.
wizard-alike-hex = ❌ { $count } direcciones son hexadecimales. Envíalas como las muestra la billetera: empiezan con T.
wizard-more-refused = ❌ y { $count } más que no se pueden usar
wizard-more-alike = y { $count } más
wizard-beyond-limit =
    { $count ->
        [one] ⚠️ En espera: { $count } más. El máximo es { $maxReceivers } por vez; sigue cuando pagues estas.
       *[other] ⚠️ En espera: { $count } más. El máximo es { $maxReceivers } por vez; siguen cuando pagues estas.
    }
wizard-low-energy = ⚠️ Con menos de { $least }, una transferencia de USDT sigue quemando TRX.
wizard-line-problem-UNKNOWN_WORD =
    { $hint ->
        [none] ❌ “{ $word }”: no se entiende
       *[other] ❌ “{ $word }”: ¿quisiste decir { $hint }?
    }
wizard-line-problem-TWO_AMOUNTS = ❌ “{ $word }”: más de una cantidad ({ $hint })
wizard-line-problem-TWO_DURATIONS = ❌ “{ $word }”: más de una duración ({ $hint })
wizard-line-problem-TWO_RESOURCES = ❌ “{ $word }”: más de un recurso ({ $hint })
wizard-line-problem-AMOUNT_NOT_UNDERSTOOD = ❌ “{ $word }”: no es una cantidad; escribe 65000 o 65k
wizard-line-problem-AMOUNT_AMBIGUOUS = ❌ “{ $word }”: ¿{ $hint }?
wizard-line-problem-AMOUNT_TOO_SMALL = ❌ “{ $word }”: es muy poco; mínimo { $hint }
wizard-line-problem-AMOUNT_TOO_LARGE = ❌ “{ $word }”: es demasiado; máximo { $hint }
wizard-line-problem-DURATION_NOT_OFFERED = ❌ “{ $word }” no se ofrece. Elige { $hint }.
wizard-line-problem-DURATION_NEEDS_UNIT = ❌ “{ $word }”: ¿en qué unidad? Escribe { $hint }
wizard-line-problem-TWO_TYPES = ❌ “{ $word }”: ¿{ $hint }?
wizard-line-problem-NOT_WITH_FAST = ❌ “{ $word }”: solo para órdenes Manual
wizard-line-problem-TWO_PRICES = ❌ “{ $word }”: más de un precio ({ $hint } SUN)
wizard-line-problem-PRICE_NOT_UNDERSTOOD = ❌ “{ $word }”: no es un precio; escribe { $hint }
wizard-line-problem-PRICE_NOT_WHOLE = ❌ “{ $word }”: solo SUN enteros: ¿{ $hint }?
wizard-line-problem-PRICE_TOO_HIGH = ❌ “{ $word }”: es muy alto; máximo { $hint } SUN
wizard-line-problem-PARTIAL_OR_WHOLE = ❌ “{ $word }”: ¿{ $hint }?
wizard-line-problem-TWO_CHUNKS = ❌ “{ $word }”: más de una parte mínima ({ $hint })
wizard-line-problem-CHUNK_NOT_UNDERSTOOD = ❌ “{ $word }”: no es una parte mínima; escribe { $hint }
wizard-line-problem-CHUNK_AMBIGUOUS = ❌ “{ $word }”: ¿{ $hint }?
wizard-line-problem-CHUNK_TOO_SMALL = ❌ “{ $word }”: la parte mínima es de { $hint } o más
wizard-line-problem-CHUNK_TOO_LARGE = ❌ “{ $word }”: es más que toda la orden ({ $hint })
wizard-line-problem-WHOSE_AMOUNTS = ❓ “{ $word }”: ¿cuánto para cada billetera? Indica una cantidad para todas o envía una billetera con su cantidad por línea.
wizard-line-problem-COLUMN_NOT_READ =
    { $hint ->
        [none] ❓ “{ $word }”: ¿son las cantidades? Indica una para todas o envía de nuevo la lista con números como 65000.
       *[other] ❓ “{ $word }”: ¿son las cantidades? Indica una para todas o envía de nuevo el archivo con el título “{ $hint }” y números como 65000.
    }
wizard-line-problem-NOT_TWO_WALLETS = ❌ Hacen falta dos billeteras: primero la que envía, luego la que recibe
wizard-more-problems = ❌ y más palabras
wizard-question-duration = ¿Por cuánto tiempo?
wizard-question-duration-same = { $durations } cuestan lo mismo.
wizard-refused-checksum = ❌{"\u00A0"}<code>{ $address }</code> está mal escrita (la suma de control no coincide)
wizard-refused-not-activated = ❌{"\u00A0"}<code>{ $address }</code> no está activada. Envíale antes algo de TRX.
wizard-refused-contract = ❌{"\u00A0"}<code>{ $address }</code> es un contrato. Solo las billeteras pueden recibir.
wizard-refused-refused = ❌{"\u00A0"}<code>{ $address }</code> es del servicio o de nadie. Indica una billetera tuya.
wizard-refused-duplicate = ❌{"\u00A0"}<code>{ $address }</code> está repetida; cuenta una sola vez
wizard-refused-no-address = ❌{"\u00A0"}<code>{ $address }</code> no es una dirección
wizard-refused-no-such-name = ❌{"\u00A0"}<code>{ $address }</code> no está en tu agenda. Mira /book.
wizard-refused-ethereum = ❌{"\u00A0"}<code>{ $address }</code> es una dirección de tipo Ethereum. Las de TRON empiezan con T.
wizard-refused-hex = ❌{"\u00A0"}<code>{ $address }</code> es una dirección hexadecimal. Envíala como la muestra la billetera: empieza con T.
wizard-refused-no-amount = ❌{"\u00A0"}<code>{ $address }</code> no tiene una cantidad clara; escríbela como 65000 o 65k
wizard-refused-too-little = ❌{"\u00A0"}<code>{ $address }</code>: es muy poco; el mínimo es { $leastEnergy } de Energía o { $leastBandwidth } de Ancho de banda
wizard-refused-too-much = ❌{"\u00A0"}<code>{ $address }</code>: es demasiado; el máximo es { $most }

## confirm

confirm-locked = 🔒 Solo bloqueado en la cadena durante todo el plazo
confirm-capacity-short = ⚠️ { deliverable }
confirm-title = <b>{ $total } TRX por { rental }</b>
confirm-title-at-most =
    <b>{ $now ->
        [none] Como máximo { $total } TRX por { rental }
       *[other] Como máximo { $total } TRX, ahora unos { $now } TRX, por { rental }
    }</b>
confirm-quote-title = <b>Precio: { $total } TRX por { rental }</b>
confirm-no-price-title = <b>{ rental }</b>
confirm-asking = ⏳ Consultando el precio…
confirm-per-receiver = { $each } TRX por cada billetera, { $total } TRX en total
confirm-balance = Saldo { $before } → { $after } TRX
confirm-short = ⚠️ Saldo { $before } TRX: faltan { $missing } TRX
confirm-comes-back = Si se acredita en menos de 24 horas, esta orden vuelve aquí con su botón de pago.
confirm-short-in-group = ⚠️ El saldo no alcanza; los detalles, por privado.
confirm-energy-for =
    { $first ->
        [0] { batch-energy-for } a una billetera con USDT
       *[other] { batch-energy-for }
    }
confirm-ends = Termina aprox. { $at }
confirm-extension =
    { $minutes ->
        [0] Empieza: { $from }. Termina: { $to }. Tu alquiler actual termina antes.
        [1] Empieza: { $from }. Termina: { $to }. El minuto hasta el fin de tu alquiler actual se paga dos veces.
       *[other] Empieza: { $from }. Termina: { $to }. Los { $minutes } minutos hasta el fin de tu alquiler actual se pagan dos veces.
    }
confirm-burn =
    { $days ->
        [1] Quemar TRX costaría { $burn } TRX: ahorras { $saved } TRX
       *[other] Quemar TRX en cada uno de los { $days } días costaría { $burn } TRX: ahorras { $saved } TRX
    }
confirm-burn-cheaper =
    { $days ->
        [1] ⚠️ Quemar TRX es más barato ahora: { $burn } TRX, { $more } TRX menos
       *[other] ⚠️ Quemar TRX en cada uno de los { $days } días es más barato ahora: { $burn } TRX, { $more } TRX menos
    }
confirm-burn-unknown = Ahora no se sabe cuánto costaría quemar TRX
confirm-receivers =
    { $count ->
        [1] Para esta billetera:
       *[other] Para estas { $count } billeteras:
    }
confirm-payer = Orden de { $name }
confirm-held-until = Precio válido hasta { $at }
confirm-held-while-offered = Precio válido hasta { $at }, mientras duren las ofertas
confirm-not-held = ⌛ El precio ya no está garantizado: se comprueba al pagar y nunca pagas más
confirm-lapsed = ⚠️ Este precio venció. Toca “Nuevo precio”.
confirm-sellers =
    { $isMost ->
        [yes] De vendedores, a { $priceSun } SUN como mucho; el precio del servicio es { $desk } TRX
       *[no] De vendedores, a { $priceSun } SUN; el precio del servicio es { $desk } TRX
    }
confirm-to-others =
    { $until ->
        [none] Hay ofertas a { $priceSun } SUN, pero ahora no para { manual-market-wallets }
       *[other] Hay ofertas a { $priceSun } SUN, pero antes de { $until } no para { manual-market-wallets }
    }
confirm-asks-again = ⚠️ Confirma: ¿pagar { $total } TRX?
confirm-explanation = { $factors } = { $total } TRX
confirm-price = { $priceSun } SUN
confirm-same-for-day = Cualquier duración de hasta 1 día cuesta lo mismo
confirm-part-of-day = Hasta un día se paga el precio de un día

## noPay

no-pay-asking = Consultando el precio…
no-pay-lapsed = Precio vencido
no-pay-asks-again = Confirma arriba
no-pay-changes = Toca lo que quieras cambiar
no-pay-balance = Saldo insuficiente
no-pay-capacity =
    { $free ->
        [0]
            { $resource ->
                [energy] No hay Energía disponible
               *[bandwidth] No hay Ancho de banda
            }
       *[other]
            { $resource ->
                [energy] Solo hay { $free } de Energía
               *[bandwidth] Solo hay { $free } de Ancho de banda
            }
    }
no-pay-wallets = Una billetera no puede recibirlo
no-pay-floor = Precio por debajo del mínimo
no-pay-other = Ahora no se puede pagar

## closed

closed-replaced = Una tarjeta nueva reemplazó a esta. Aquí no se cobró nada.
closed-paid = Pagado. La tarjeta de la orden muestra cómo va.
closed-replaced-unanswered = ↓ reemplazada por otra tarjeta
closed-continued = ↓ continúa abajo
closed-draft = Esta tarjeta está cerrada. Empieza de nuevo con /buy.

## notices

notices-VALIDATION_FAILED = No se puede crear esta orden.
notices-VALIDATION_FAILED-end = { nothing-charged } Cámbialo e inténtalo de nuevo.
notices-UNAUTHORIZED = Aún no tienes cuenta aquí. Envía /start al bot por privado.
notices-INSUFFICIENT_BALANCE-in-group = El saldo no alcanza; los detalles, por privado.
notices-INSUFFICIENT_BALANCE = El saldo no alcanza. { nothing-charged }
notices-INSUFFICIENT_BALANCE-missing = Faltan { $missingAmount } de { $missingRequired } TRX
notices-FORBIDDEN = No tienes permiso para esto. { nothing-charged } Consulta al operador.
notices-NOT_FOUND = Eso ya no existe. Empieza de nuevo con /buy.
notices-ORDER_NOT_FOUND =
    { $isGroup ->
        [yes] No tienes ninguna orden con este ID. Las tuyas están en /orders, en nuestro chat privado; la de otra persona solo la abre su dueño.
       *[no] No tienes ninguna orden con este ID. Mira /orders.
    }
notices-NO_CAPACITY =
    { deliverable } { nothing-charged }
    { $takeUnits ->
        [none] Pide menos o inténtalo en unos minutos.
       *[other]
            { $receivers ->
                [1] Toma { $takeUnits } o inténtalo en unos minutos.
               *[other] Toma { $takeUnits } para cada billetera o inténtalo en unos minutos.
            }
    }
notices-NOT_CANCELABLE = Ya se entregó todo: no hay nada que cancelar.
notices-NOT_CHANGEABLE = La orden ya no está abierta y no se puede cambiar.
notices-REFERENCE_USED = Otra orden tuya ya tiene esta referencia.
notices-IDEMPOTENCY_IN_PROGRESS = Esta orden ya se está creando. Mira /orders en un momento.
notices-IDEMPOTENCY_KEY_REUSED = Esta tarjeta ya creó una orden. Mira /orders.
notices-TOO_MANY_OPEN = Tienes 20 retiros sin terminar. Cancela uno o espera a que se pague alguno.
notices-BODY_TOO_LARGE = Es demasiado de una vez. Envía menos direcciones.
notices-CHALLENGE_EXPIRED = Ese texto para firmar venció. Pide otro por la API.
notices-SIGNATURE_INVALID = Esa firma no es de la clave de la cuenta. Firma el texto tal cual.
notices-PERMISSION_MISSING = La cuenta no permite que el servicio delegue. La API explica cómo permitirlo.
notices-RATE_LIMITED =
    { $limit ->
        [none] Demasiado a la vez. { nothing-charged } Inténtalo en un momento.
       *[other] Como máximo { $limit } órdenes tuyas pueden estar abiertas, canceladas o vencidas en un día. { nothing-charged } Espera a que se entreguen algunas, o inténtalo mañana (UTC).
    }
notices-INTERNAL = Algo salió mal aquí. Mira /orders e inténtalo de nuevo.
notices-CHAIN_UNAVAILABLE = El servicio no puede revisar billeteras ahora, no se cobró nada. Inténtalo de nuevo.
notices-BUSY = Hay muchas órdenes en cola para la red. { nothing-charged } Inténtalo en un minuto.
notices-DESK_HALTED = No se aceptan órdenes nuevas, las que están en curso siguen. { nothing-charged } Inténtalo más tarde.
notices-OUTCOME_UNKNOWN = Aún no se sabe si se hizo. Mira /orders antes de intentarlo de nuevo.
notices-SHUTTING_DOWN = El servicio se está reiniciando. { nothing-charged } Inténtalo en un momento.
notices-AMOUNT_AMBIGUOUS = ¿{ that } es { $readings }? Escribe { such-as }
notices-AMOUNT_NOT_UNDERSTOOD = { that } no es una cantidad. Escribe { such-as }
notices-DURATION_NOT_OFFERED =
    { $count ->
        [0] { that } no es una duración. Toca una, o escribe por ejemplo 1h o 3d.
       *[other] { that } no se ofrece. Elige { $readings }.
    }
notices-NO_ADDRESS =
    { $said ->
        [none] Ahí no hay ninguna dirección de TRON. Las direcciones empiezan con T.
       *[other] En “{ $said }” no hay ninguna dirección de TRON. Las direcciones empiezan con T.
    }
notices-PRICE_BELOW_FLOOR =
    { $priceAsked ->
        [none] El precio está por debajo del mínimo. { nothing-charged } Súbelo.
       *[other] { $priceAsked } SUN está por debajo del mínimo de { $priceFloor } SUN. { nothing-charged } Súbelo.
    }
notices-PRICE_NOT_UNDERSTOOD = { that } no es un precio. Escribe { whole-sun }
notices-AMOUNT_TOO_SMALL =
    { $said ->
        [none] Mínimo { $limit } para cada billetera.
       *[other] “{ $said }” es muy poco. Mínimo { $limit } para cada billetera.
    }
notices-AMOUNT_TOO_LARGE =
    { $said ->
        [none] Máximo { $limit } para cada billetera.
       *[other] “{ $said }” es demasiado. Máximo { $limit } para cada billetera.
    }
notices-PRICE_TOO_HIGH =
    { $said ->
        [none] Máximo { $limit } SUN.
       *[other] “{ $said }” es muy alto. Máximo { $limit } SUN.
    }
notices-CHUNK_TOO_SMALL =
    { $said ->
        [none] Una parte es de { $limit } o más.
       *[other] “{ $said }” es muy poco. Una parte es de { $limit } o más.
    }
notices-CHUNK_TOO_LARGE =
    { $said ->
        [none] Una parte es, como máximo, los { $limit } de la orden.
       *[other] “{ $said }” es demasiado. Una parte es, como máximo, los { $limit } de la orden.
    }
notices-PRICE_NOT_WHOLE =
    { $said ->
        [none] El precio va en SUN enteros. Escribe { whole-sun }
       *[other] “{ $said }” no es entero. El precio va en SUN enteros. Escribe { whole-sun }
    }
notices-PRICE_NOT_WHOLE-readings =
    { $said ->
        [none] Solo SUN enteros: ¿{ $readings }?
       *[other] “{ $said }” no es entero. Solo SUN enteros: ¿{ $readings }?
    }
notices-unreadable = El servicio no pudo leer eso. { nothing-charged } Empieza de nuevo con /buy.
notices-lapsed = El precio venció. { nothing-charged } Toca “Nuevo precio”.
notices-bad-wallets = Estas billeteras no pueden recibirlo:
notices-bad-wallets-change = Cámbialas. { nothing-charged }

## batch

batch-headline-safe =
    { $of ->
        [1] ✅ Entregado: ya puedes enviar
       *[other] ✅ Entregado a las { $of }: ya puedes enviar
    }
batch-headline-underWay =
    { $of ->
        [1] ⏳ En camino
       *[other] ⏳ En camino: { $delivered } de { $of } billeteras
    }
batch-headline-resting =
    { $of ->
        [1] ⏳ Esperando en el libro de órdenes
       *[other] ⏳ Esperando en el libro de órdenes: { $delivered } de { $of } billeteras
    }
batch-headline-partlyFilled =
    { $of ->
        [1] ⏳ Ejecutada en parte, el resto en espera
       *[other] ⏳ Ejecutada en parte, el resto en espera: { $delivered } de { $of } billeteras
    }
batch-headline-cancelling =
    { $of ->
        [1] ⏳ Cancelando
       *[other] ⏳ Cancelando: { $delivered } de { $of } billeteras
    }
batch-headline-ending = ⌛ Los alquileres están terminando
batch-headline-ended = El alquiler terminó
batch-headline-partlyDelivered =
    { $of ->
        [1] ⚠️ Entregado en parte
       *[other] ⚠️ Entregado en parte: { $delivered } de { $of } billeteras
    }
batch-headline-cancelled = ❌ Cancelada, no se entregó nada
batch-part = { $amount } de { resource }
batch-delivered =
    { $receivers ->
        [1] ✅ Entregado: { rented }
       *[other]
            { $isSum ->
                [yes] ✅ Entregado a las { $receivers }: { rented } en total
               *[no] ✅ Entregado a las { $receivers }: { rented } a cada una
            }
    }
batch-safe-to = ✅ Entregado: ya puedes enviar USDT a { $to }
batch-safe-to-holders =
    { $of ->
        [1] ✅ Entregado: ya puedes enviar USDT a una billetera que ya tiene USDT
       *[other] ✅ Entregado a las { $of }: ya puedes enviar USDT a una billetera que ya tiene USDT
    }
batch-safe-until = ⚠️ Solo hasta que termine otro alquiler: { $at }
batch-too-little =
    { $receivers ->
        [1]
            { $isSum ->
                [yes]
                    { $isFirst ->
                        [yes] ⚠️ Entregado, no alcanza para una transferencia de USDT a una billetera sin USDT
                       *[no] ⚠️ Entregado, no alcanza para una transferencia de USDT
                    }
               *[no]
                    { $isFirst ->
                        [yes] ⚠️ Entregado: { $amount } de Energía, no alcanza para una transferencia de USDT a una billetera sin USDT
                       *[no] ⚠️ Entregado: { $amount } de Energía, no alcanza para una transferencia de USDT
                    }
            }
       *[other]
            { $isSum ->
                [yes]
                    { $isFirst ->
                        [yes] ⚠️ Entregado a las { $receivers }, no alcanza para una transferencia de USDT a una billetera sin USDT
                       *[no] ⚠️ Entregado a las { $receivers }, no alcanza para una transferencia de USDT
                    }
               *[no]
                    { $isFirst ->
                        [yes] ⚠️ Entregado a las { $receivers }: { $amount } de Energía a cada una, no alcanza para una transferencia de USDT a una billetera sin USDT
                       *[no] ⚠️ Entregado a las { $receivers }: { $amount } de Energía a cada una, no alcanza para una transferencia de USDT
                    }
            }
    }
batch-safe-for-some = ⚠️ Entregado a las { $of }, ya puedes enviar desde { $safe }
batch-energy-for =
    { $receivers ->
        [1] Energía
       *[other] En cada billetera: Energía
    } para { $transfers ->
        [one] { $transfers } transferencia de USDT
       *[other] { $transfers } transferencias de USDT
    }{ $first ->
        [0] { "" }
       *[other] {" "}o { $first } a una billetera sin USDT
    }
batch-energy-for-more = { batch-energy-for }, aparte de la que ya tenía
batch-fee-limit =
    Pon fee_limit en { $limit } TRX o más{ $first ->
        [none] { "" }
       *[other] {", "}a una billetera sin USDT, { $first } TRX
    }
batch-not-safe = ⚠️ No alcanza para una transferencia de USDT
batch-terms = { rental } · { $paid } TRX
batch-by =
    { $isKey ->
        [yes] Orden de { $name } con una clave de API
       *[no] Orden de { $name }
    }
batch-approved-by = aprobado por { $name }
batch-ends = Termina { $at }
batch-ends-between = Termina entre { $first } y { $last }
batch-ended = Terminó { $at }
batch-alike = { $count } × { $what }
batch-leg-state-planned = enviándose
batch-leg-state-signed = enviándose
batch-leg-state-sent = enviado, esperando un bloque
batch-leg-state-included = entregado
batch-leg-state-solidified = entregado, confirmado
batch-leg-state-over = alquiler terminado
batch-leg-state-dead = falló, no se cobró
batch-unplanned = Buscando otro vendedor para { $amount }
batch-transaction = transacción
batch-order = Orden { $id }
batch-leg =
    { $amount ->
        [none] { $state }
       *[other] { $amount }: { $state }
    }
batch-delegation =
    { $transaction ->
        [none] { batch-leg }
       *[other] { batch-leg } · { $transaction }
    }
batch-more-delegations =
    { $count ->
        [one] + { $count } parte
       *[other] + { $count } partes
    }
batch-cancel-requested = cancelando; las partes ya firmadas se entregarán igual
batch-improved = { $amount } TRX de ahorro por un precio mejor
batch-refunded = devueltos { $amount } TRX
batch-waits-for-network = ⚠️ Sigue esperando a la red. Esta tarjeta se actualiza sola.
batch-lacks-bandwidth =
    { $burn ->
        [none] { $bandwidth } de Ancho de banda
       *[other] { $bandwidth } de Ancho de banda (se quemarán { $burn } TRX)
    }
batch-sends =
    { $transfers ->
        [0]
            { $isFirst ->
                [yes] { resource }: no alcanza para una transferencia de USDT. Para una billetera sin USDT falta: { $lacking }
               *[no] { resource }: no alcanza para una transferencia de USDT. Falta: { $lacking }
            }
        [one]
            { $isFirst ->
                [yes] { resource }: alcanza para { $transfers } transferencia de USDT a una billetera con USDT. Para una sin USDT falta: { $lacking }
               *[no] { resource }: alcanza para { $transfers } transferencia de USDT. Falta: { $lacking }
            }
       *[other]
            { $isFirst ->
                [yes] { resource }: alcanza para { $transfers } transferencias de USDT a una billetera con USDT. Para una sin USDT falta: { $lacking }
               *[no] { resource }: alcanza para { $transfers } transferencias de USDT. Falta: { $lacking }
            }
    }
batch-cancelled = cancelada
batch-cancelled-by-customer = cancelada por ti
batch-cancelled-by = cancelada por { $name }
batch-cancelled-not-activated = cancelada: billetera sin activar
batch-cancelled-contract = cancelada: la billetera es un contrato
batch-cancelled-not-delivered = cancelada: no se entregó a tiempo
batch-cancelled-unread = cancelada: no se pudo leer TRON a tiempo
batch-cancelled-expired = vencida
batch-cancelled-restored = cancelada: el servicio se restauró desde una copia de seguridad

## booking

booking-starts = Empieza: { $from }, un minuto antes de que termine tu alquiler actual. Termina: { $to }. El precio del servicio se retiene ya; puedes cancelar hasta que empiece.
booking-now = Empezar ya, { $total } TRX
booking-later = Empezar al terminar, { $total } TRX
booking-later-short = Empezar luego, { $total } TRX
booking-open = <b>🕓 Reservado:</b> la orden se crea { $due }
booking-terms =
    { $isHeld ->
        [yes] { rental } · { $held } TRX retenidos
       *[no] { rental } · { $held } TRX devueltos
    }
booking-old = El alquiler actual termina { $end }
booking-returned = La reserva terminó, te devolvimos el dinero
booking-reason-cancelled = cancelada por ti
booking-reason-noCapacity = llegada la hora, nadie podía entregarlo
booking-reason-closed = llegada la hora, no se aceptaban órdenes nuevas
booking-reason-belowFloor = su precio quedó por debajo del mínimo
booking-reason-receiver = una billetera no podía recibirlo
booking-reason-late = a esa hora el servicio no estaba en marcha
booking-reason-member = quien la reservó ya no puede hacer pedidos para el equipo
booking-reason-restored = el servicio se restauró desde una copia de seguridad
booking-book = Empezar al terminar, retener { $total } TRX
booking-book-short = Iniciar luego, retener { $total } TRX
booking-book-again = Sí, retener { $total } TRX
booking-asks-again = ⚠️ Confirma: ¿retener { $total } TRX?
booking-not-amounts = Solo se pueden reservar para el fin de tu alquiler billeteras con la misma cantidad; esta orden empieza ya.
booking-not-bandwidth = Con Ancho de banda no se puede reservar para el fin de tu alquiler; esta orden empieza ya.
booking-already = ⚠️ Ya hay una extensión reservada: empieza { $start }, { $held } TRX retenidos. Esta empezaría ya; la otra se cancela en /orders.

## orders

orders-title = Tus órdenes
orders-question =
    <b>¿Qué orden?</b>
    Tócala abajo o envía su ID.
orders-empty =
    <b>Aún no hay órdenes</b>
    Compra la primera con /buy o pega la dirección de una billetera.
orders-line = { $at } · { rental } · { $paid } TRX · { $state }
orders-booked = 🕓 Reservado, empieza { $at } · { rental } · { $held } TRX retenidos
orders-asks-to-end = <b>¿Anular esta reserva?</b> Se te devuelve el dinero y se pierde su precio.
orders-end = Sí, anular
orders-more-booked =
    { $count ->
        [one] 🕓 y { $count } reserva más
       *[other] 🕓 y { $count } reservas más
    }
orders-state-safe = ✅ entregada
orders-state-underWay = ⏳ en camino
orders-state-resting = ⏳ esperando en el libro de órdenes
orders-state-partlyFilled = ⏳ ejecutada en parte
orders-state-cancelling = ⏳ cancelando
orders-state-ending = ⌛ terminando
orders-state-ended = terminada
orders-state-partlyDelivered = ⚠️ entregada en parte
orders-state-cancelled = ❌ cancelada

## settings

settings-title = Ajustes
settings-group-title = Ajustes de este grupo
settings-hint = Toca una para cambiarla: sí, silencio, no.
settings-group-hint = Valen para el grupo y solo los cambian sus administradores. Se avisa de las órdenes hechas aquí.
settings-late-hint = “Si tarda”: solo si tardó más de 15 s o hay diez mensajes debajo de la orden.
settings-kind-completed = Entregas
settings-kind-partial = Entregas en parte
settings-kind-cancelled = Cancelaciones y devoluciones
settings-kind-ending = Fin del alquiler
settings-kind-balance = Saldo bajo
settings-kind-sale = Ventas
settings-mode-late = si tarda
settings-mode-on = sí
settings-mode-silent = silencio
settings-mode-off = no
settings-button-kind = { $kind }: { $mode }
settings-limit =
    { $limit ->
        [none] Sin aviso de saldo bajo
       *[other] Avisarme cuando mi saldo baje de { $limit } TRX
    }
settings-already-below = ⚠️ Tu saldo ya está por debajo: { $available } TRX. Te avisaré la próxima vez que baje del límite.
settings-limit-button = Límite: { $limit } TRX
settings-orders =
    { $from ->
        [none] Sin aviso de órdenes por API
       *[other] Avisarme cuando se pidan { $from } TRX o más por API, de una vez o en una hora
    }
settings-orders-button =
    { $from ->
        [none] Órdenes por API: no
       *[other] Órdenes por API: desde { $from } TRX
    }
settings-ask-orders = ¿A partir de cuántos TRX en órdenes por API te aviso, de una vez o en una hora? Escribe una cantidad, por ejemplo 50.
settings-no-limit = Sin límite
settings-no-limit-yet = Avisarme del saldo bajo
settings-ask-above =
    { $trx ->
        [none] No pedirme que confirme los pagos
        [0] Pedirme que confirme cada pago
       *[other] Pedirme que confirme los pagos de más de { $trx } TRX
    }
settings-ask-above-button =
    { $trx ->
        [none] No confirmar
        [0] Confirmar siempre
       *[other] Confirmar si pasa de { $trx } TRX
    }
settings-ask-limit = ¿Por debajo de cuántos TRX te aviso? Escribe una cantidad, por ejemplo 50.
settings-bad-limit = { that } no es una cantidad de TRX. Escribe un número como 50 o 12.5, con 6 decimales como máximo.
settings-language = Idioma: { $name }
settings-as-client = como en Telegram
settings-language-button = 🌐 Idioma
settings-admins-only = Solo los administradores de este grupo pueden cambiarlo.
settings-cannot-ask = No se pudo consultar a Telegram si eres administrador. Inténtalo en un momento.

## sell

sell-title = Vender Energía y Ancho de banda
sell-list = Tus cuentas que venden:
sell-account =
    { $address }
    { $state ->
        [onSale] ✅ a la venta, { $earned } TRX por pagar
        [paused] ⏸ en pausa, { $earned } TRX por pagar
       *[idle] ⏸ nada a la venta, { $earned } TRX por pagar
    }
sell-more-accounts = y { $count } más
sell-address =
    ¿Desde qué cuenta quieres vender?
    Envía su dirección. Necesita TRX en stake; tus TRX se quedan en ella y puedes parar cuando quieras.
    El servicio se queda con el { $commission } % de cada venta.
sell-permission-title = Permite que el servicio delegue
sell-permission-account = Cuenta { $address }
sell-permission-no-key = ❌ Ningún permiso activo de la cuenta incluye todavía al servicio.
sell-permission-weight = ❌ El umbral es { $needs } y el peso del servicio es { $has }: el peso debe alcanzar el umbral.
sell-permission-fine = ✅ El servicio puede delegar y recuperar.
sell-permission-steps =
    Dale al servicio un permiso activo para dos operaciones y nada más:
    1. TronLink: configuración, gestión de permisos. TronScan: conecta la billetera y abre los permisos de tu cuenta.
    2. Agrega un permiso activo. Deja el permiso de propietario como está.
    3. Operaciones: solo Delegate Resources (DelegateResource) y Reclaim Resources (UnDelegateResource).
    4. Clave: { $operator }, peso 1. Umbral: 1.
    5. Confirma; la red cobra 100 TRX por eso. Luego toca “Revisar”.
sell-challenge-title = Demuestra que la cuenta es tuya
sell-challenge-ask = Firma este texto tal cual, con la clave de la propia cuenta. No mueve nada. Tócalo para copiarlo:
sell-challenge-how =
    1. En cualquier billetera que firme mensajes (signMessageV2, TIP-191): escanea el código QR o pega el texto.
    2. O con TronLink en un navegador: abre una página a la que esté conectado y ejecuta <code>await tronWeb.trx.signMessageV2(text)</code> en la consola.
sell-challenge-sandbox = En el entorno de pruebas ejecuta { $command }, pega el texto y presiona Ctrl-D.
sell-challenge-until = Envíame la firma. Plazo: { $end }.
sell-challenge-code = El mismo texto como código QR, para una billetera en otro dispositivo.
sell-seller-state =
    { $isPaused ->
        [yes] ⏸ En pausa
       *[no] ✅ A la venta
    }
sell-seller-idle = ⏸ Nada a la venta
sell-seller-pause-permission = La cuenta ya no permite que el servicio delegue. Toca “Permiso”.
sell-seller-pause-bandwidth = No le alcanzan los TRX para pagar una delegación: envíale 2 TRX o más.
sell-seller-pause-activation = No está activada: envíale algo de TRX.
sell-seller-pause-other = El operador del servicio sabe por qué.
sell-seller-capacity = Puede vender ahora: { $energy } de Energía, { $bandwidth } de Ancho de banda
sell-seller-money = Ganado: { $earned } TRX por pagar, { $paidOut } TRX ya pagados
sell-seller-payout-minimum = Se paga a partir de { $least } TRX
sell-seller-payout-next = Se paga en la próxima ronda de pagos
sell-seller-payout-first = Por seguridad, el primer pago espera: { $from } o más tarde
sell-seller-payout-approval =
    { $from ->
        [none] Supera lo que el servicio paga solo en un día: el operador debe aprobarlo
       *[other] Supera lo que el servicio paga solo en un día: el operador debe aprobarlo, { $from } o más tarde
    }
sell-seller-open =
    { $count ->
        [0] Sin delegaciones abiertas
       *[other] Delegaciones abiertas: { $count }
    }
sell-seller-delegation =
    { $end ->
        [none] { units } a { $price } SUN, gana { $earns } TRX, en camino
       *[other] { units } a { $price } SUN, gana { $earns } TRX; termina: { $end }
    }
sell-seller-more-delegations = y { $count } más
sell-seller-offer =
    { $keep ->
        [none] { sell-seller-mark } { resource }: { $price } SUN, de { $shortest } a { $longest }, partes de { $chunk } o más
       *[other] { sell-seller-mark } { resource }: { $price } SUN, de { $shortest } a { $longest }, partes de { $chunk } o más, reserva { $keep }
    }
sell-seller-mark =
    { $isOn ->
        [yes] ✅
       *[no] ⏸
    }
sell-seller-too-dear = ⚠️ No vende nada: ahora nadie recibe más de { $tooDearAbove } SUN. Baja el precio.
sell-seller-no-offer = Aún no ofrece nada.
sell-seller-allows-more = ⚠️ La cuenta le permite al servicio más de lo que hace falta. Toca “Permiso”.
sell-offer-title = Ofrecer { resource }
sell-offer-about = Toca lo que quieras cambiar y luego “Poner a la venta”.
sell-offer-take = Recibes { $gets } de { $costs } TRX por { rental } (comisión{"\u00A0"}{ $commission }{"\u00A0"}%).
sell-offer-question-price = ¿Tu precio mínimo, en SUN por unidad y día? Toca uno o escribe de 1 a 1000.
sell-offer-question-shortest = ¿El alquiler más corto?
sell-offer-question-longest = ¿El alquiler más largo? Tu stake queda ocupado ese tiempo.
sell-offer-question-chunk = ¿La parte más pequeña que vendes, en unidades? Toca una o escribe un número.
sell-offer-question-keep = ¿Cuánto te reservas, en unidades? Toca una opción o escribe un número.
sell-offer-field-price = Precio: { $value }
sell-offer-field-shortest = Mínimo: { $value }
sell-offer-field-longest = Máximo: { $value }
sell-offer-field-chunk = Partes: { $value }+
sell-offer-field-keep = Me reservo: { $value }
sell-offer-price = { $sun } SUN
sell-offer-price-wanted = { $sun } SUN · piden { $units }
sell-typed = Escribiste “{ $said }”.
sell-signed-by = Es de { $account }. Si no conoces esa cuenta, se firmó un texto distinto: firma este exactamente como está.
sell-notices-NO_ADDRESS = Ahí no hay ninguna dirección de TRON. Las direcciones empiezan con T.
sell-notices-BAD_ADDRESS = Esa dirección está mal escrita: no coincide su suma de control.
sell-notices-NOT_ACTIVATED = Esa cuenta no está activada: envíale TRX y pon una parte en stake.
sell-notices-NOT_STAKED = Esa cuenta no tiene TRX en stake, así que aún no hay nada que vender: pon algo en stake primero.
sell-notices-CONTRACT = Eso es un contrato. Solo una billetera puede vender.
sell-notices-DESKS_OWN = Esa cuenta es del servicio. Envía una tuya.
sell-notices-NO_SIGNATURE = Eso no es una firma: tiene 130 caracteres hexadecimales, con 0x delante o sin él.
sell-notices-SIGNATURE_INVALID = No se puede leer esa firma. Firma el texto exactamente como está, con la clave de la propia cuenta.
sell-notices-OTHER_KEY = Esta firma se hizo con otra clave.
sell-notices-WEAK_KEY = Esa clave sola no basta: el permiso de propietario de la cuenta pide más.
sell-notices-CHALLENGE_EXPIRED = Ese texto venció o fue reemplazado. Toca “Nuevo texto” y firma ese.
sell-notices-PERMISSION_MISSING = La cuenta ya no permite que el servicio delegue. Toca “Revisar”.
sell-notices-PRICE_RANGE = El precio debe ser un número entero de 1 a 1000.
sell-notices-CHUNK_RANGE = Es muy poco, o no es un número: el servicio no delega partes más pequeñas.
sell-notices-KEEP_RANGE = Eso no es un número de unidades.
sell-notices-CHAIN_UNAVAILABLE = El servicio no puede leer TRON ahora. Inténtalo de nuevo.
sell-notices-NOT_YOURS = No vendes desde esa cuenta (o ya no).
sell-notices-FAILED = No se pudo. No cambió nada; inténtalo de nuevo.
sell-closed-closed = Cerrado. Tus ofertas siguen a la venta. Ábrelo de nuevo con /sell.
sell-closed-idle = Cerrado. Ábrelo de nuevo con /sell.
sell-closed-replaced = Una tarjeta nueva reemplazó a esta.
sell-toasts-not-yours = Esta tarjeta es de otra persona. Abre la tuya con /sell.
sell-toasts-closed = Esta tarjeta está cerrada. Abre otra con /sell.
sell-toasts-saved = Guardado.
sell-toasts-unchanged = Revisado de nuevo: aún no cambió nada.
sell-toasts-fine = ✅ Revisado de nuevo: el servicio puede delegar y recuperar, nada más.
sell-buttons-add = Agregar una cuenta
sell-buttons-list = Todas las cuentas
sell-buttons-check = Revisar
sell-buttons-copy-desk = Copiar dirección del servicio
sell-buttons-go-on = Continuar de todos modos
sell-buttons-new-text = Nuevo texto
sell-buttons-offer =
    { $isKnown ->
        [yes] ✏️ { resource }
       *[no] Ofrecer { resource }
    }
sell-buttons-turn =
    { $isOn ->
        [yes] ⏸ { resource }
       *[no] ▶️ { resource }
    }
sell-buttons-permission = Permiso
sell-buttons-save = Poner a la venta
sell-buttons-close = Cerrar
sell-permission-missing = ❌ Aún sin permiso: { $operations }
sell-permission-too-much = ⚠️ Sobra: el servicio también podría { $powers }. Quítalo del permiso: para vender no hace falta.
sell-operation-delegate = Delegate Resources (DelegateResource)
sell-operation-undelegate = Reclaim Resources (UnDelegateResource)
sell-power-owner = hacer cualquier cosa, como una clave de propietario
sell-power-transfer = transferir TRX
sell-power-contracts = llamar contratos
sell-power-permissions = cambiar permisos
sell-power-stake = poner en stake
sell-power-unstake = quitar del stake
sell-power-withdraw = retirar los TRX que salieron del stake

## stats

stats-title =
    { $days ->
        [one] Último día
       *[other] Últimos { $days } días
    }
stats-spent = Gastado
stats-orders =
    { $count ->
        [one] { $count } orden entregada
       *[other] { $count } órdenes entregadas
    }
stats-price = Precio: { resource }
stats-average = promedio que pagaste
stats-burning = quemar cuesta { $price }
stats-delivery = Tiempo de entrega
stats-median = mediana
stats-p90 = 9 de 10 en { $time }
stats-trx = { $amount } TRX
stats-sun = { $price } SUN
stats-duration =
    { $unit ->
        [second] { $count }{"\u00A0"}s
        [minute] { $count }{"\u00A0"}min
        [hour] { $count }{"\u00A0"}h
       *[day] { $count }{"\u00A0"}d
    }
stats-nothing =
    <b>Sin compras en los últimos { $days ->
        [one] { $days } día
       *[other] { $days } días
    }</b>
    Cuando algo se entregue, /stats dibujará lo que gastaste. Compra con /buy.
stats-range = { $first } – { $last }, UTC
stats-caption-spent = <b>{ $spent } TRX gastados en { in-days }</b>
stats-caption-saved = Ahorraste { $amount } TRX frente a quemar, al precio de hoy
stats-caption-not-saved = Quemar habría costado { $amount } TRX menos, al precio de hoy
stats-caption-bought =
    { $burnPrice ->
        [none] { units } a { $price } SUN en promedio
       *[other] { units } a { $price } SUN en promedio; quemar cuesta { $burnPrice } SUN
    }
stats-caption-delivery = { stats-orders }: la mitad en { $median }, 9 de 10 en { $p90 }
in-days =
    { $days ->
        [one] { $days } día
       *[other] { $days } días
    }

## help

help-title = Cómo funciona
help-wallet = Basta con la billetera, lo demás como la última vez: <code>{ $buy }T…</code>
help-one-line = En una línea: <code>{ $buy }65k 1h T…</code>
help-own-amounts =
    Cantidades distintas: <code>{ $buy }1h
    T… 65k
    T… 131k</code>
help-locked = Solo bloqueado en la cadena: <code>{ $buy }65k 1h T… locked</code>
help-paying = Solo pagas con el botón que muestra el precio.
help-group = Una tarjeta es de quien la abrió. Saldo y órdenes: por privado.
help-contact = Preguntas: { $contact }

## history

history-title = Historial de la cuenta
history-line =
    { $from ->
        [none] { $at }  { $amount } TRX · { $what }
       *[other] { $at }  { $amount } TRX · { $what }: { $from }
    }
history-kinds-deposit = depósito
history-kinds-gift = abono
history-kinds-payment = pago recibido
history-kinds-correction = corrección
history-kinds-booked = retenido por una reserva
history-kinds-unbooked = reserva terminada
history-kinds-hold = orden
history-kinds-raised = precio de una orden aumentado
history-kinds-lowered = precio de una orden reducido
history-kinds-improved = mejor precio
history-kinds-refund = devolución
history-kinds-withdrawal_hold = retiro y su comisión
history-kinds-withdrawal_returned = retiro devuelto
history-kinds-withdrawal = retiro
history-left = Saldo después: { $balance } TRX
history-too-large =
    { $command ->
        [none] Un solo día es más de lo que cabe en un archivo. Lee las órdenes por HTTP, con una clave tuya.
       *[other] Es más de lo que cabe en un archivo. Esto sí cabe: { $command }
    }
history-wrong-day = “{ $word }” no es una fecha: escribe { $example }.
history-two-days = “{ $word }”: ¿{ $first } o { $second }? Escribe una de las dos.
history-backwards = El final es anterior al inicio. Escríbelo así: { $example }
history-in-file = En el archivo están todos los movimientos { history-period }; allí las horas en UTC, los montos en TRX.
history-nothing = No hay movimientos { history-period } en el saldo.
history-period =
    { $isDay ->
        [yes] del { $to }
       *[no]
            { $from ->
                [none] hasta el { $to }
               *[other] del { $from } al { $to }
            }
    }

## news

news-booking =
    <b>🔔 No se extendió, te devolvimos el dinero</b>
    { rental } · { $held } TRX devueltos
news-cancelled =
    <b>{ $delivered ->
        [none] 🔔 Cancelada, dinero devuelto
       *[other] 🔔 Entregado en parte, el resto devuelto
    }</b>
    { rental }
    { $delivered ->
        [none] Pagado { $paid }, entregado 0, devuelto { $refunded } TRX
       *[other] Pagado { $paid }, entregado { $delivered }, devuelto { $refunded } TRX
    }
news-balance =
    <b>🔔 Saldo bajo</b>
    { $available } TRX disponibles, menos de { $limit } TRX.
    Cómo recargar: /balance. El límite: /settings.
news-open = Abrir orden
news-extend = Extender
news-completed = <b>🔔 Entregado</b>
news-completed-terms =
    { $improved ->
        [none] { rental } · { $paid } TRX
       *[other] { rental } · { $paid } TRX, { $improved }
    }
news-sends-nobody = ⚠️ Por sí solo no alcanza para una transferencia de USDT
news-sends-holders = Alcanza para enviar USDT a una billetera que ya tiene USDT
news-partial =
    <b>🔔 Entregado en parte</b>
    { $receivers ->
        [1] { $filled } de { $amount } ({ resource }), { $rest } en espera
       *[other] { $filled } de { $amount } ({ resource }) para { receivers }, { $rest } en espera
    }
news-ending =
    <b>🔔 Un alquiler termina pronto</b>
    { $receivers ->
        [1] { units }; termina: { $at }
       *[other]
            { $isSum ->
                [yes] { units } en total para { receivers }; termina: { $at }
               *[no] { units } para { receivers }; termina: { $at }
            }
    }
news-sale =
    <b>🔔 Venta</b>
    { $sold } en { $orders ->
        [one] { $orders } orden
       *[other] { $orders } órdenes
    }: { $earned } TRX para ti
    Todo lo que vendes: /sell. Estos mensajes: /settings.

## manual

manual-buttons-parts = En partes, mínimo { $least }
manual-buttons-whole = Solo completa
manual-buttons-other-chunk = Otra parte mínima
manual-buttons-bulk =
    { $isOn ->
        [yes] ☑ Todas las billeteras juntas
       *[no] ☐ Todas las billeteras juntas
    }
manual-buttons-price-field = { $priceSun } SUN
manual-buttons-parts-field =
    { $bulk ->
        [yes] Todas ≥ { $least }
       *[no] Partes ≥ { $least }
    }
manual-buttons-parts-field-short = ≥ { $least }
manual-buttons-parts-field-shortest =
    { $bulk ->
        [yes] Todas
       *[no] Partes
    }
manual-buttons-whole-field =
    { $bulk ->
        [yes] Todo o nada
       *[no] Solo completa
    }
manual-buttons-at-once = Todo ya: { $total } TRX
manual-market-prices = Mínimo { $floorSun } SUN · precio del servicio { $fastSun } SUN
manual-market-no-asks = Nadie ofrece nada en este momento.
manual-market-none-before =
    { $desk ->
        [yes] Ningún vendedor para { manual-market-wallets } antes de { $until }
       *[no] Ninguna oferta para { manual-market-wallets } antes de { $until }
    }
manual-market-wallets =
    { $wallets ->
        [1] esta billetera
       *[other] estas billeteras
    }
manual-market-fast-is-better = ⚠️ El precio del servicio no es mayor que uno que ejecuta todo ya.
manual-confirm-fills-all = Las ofertas actuales lo ejecutan todo ya
manual-confirm-fills-some =
    { $cost ->
        [none] Con las ofertas actuales, { $fills } se ejecutan ya y { $rests } esperarán
       *[other] Con las ofertas actuales, { $fills } se ejecutan ya por unos { $cost } TRX y { $rests } esperarán
    }
manual-confirm-fills-none = Ninguna oferta encaja ahora: todo esperará
manual-confirm-waits-for-all = Nada empieza hasta que alcance para todas las billeteras
manual-confirm-parts = En partes de { $least } como mínimo
manual-confirm-whole = Solo completa: un vendedor entrega todo
manual-confirm-bulk = Todas las billeteras empiezan juntas
manual-confirm-runs = Cada parte dura { $duration } desde su entrega
manual-confirm-at-once = Con entrega inmediata, todo costaría { $total } TRX
manual-confirm-at-once-instead = ⚠️ Con entrega inmediata, todo cuesta como máximo { $total } TRX: tu límite no es menor
manual-order-price = { $priceSun } SUN
manual-order-delivered = { $delivered } de { $of } entregados
manual-order-on-the-way = { $onTheWay } en camino
manual-order-waiting = { $rests } en espera
manual-order-rests-until = En espera; fin: { $at }, luego se devuelve el resto
manual-order-paid-trx = pagado { $paid }
manual-order-delivered-trx = entregado { $delivered }
manual-order-on-the-way-trx = en camino { $held }
manual-order-refunded-trx = devuelto { $refunded } TRX
manual-resting-held-up = La ejecución está en pausa; sigue por sí sola
manual-resting-overdue = Vencida: se está devolviendo el resto
manual-resting-of-pool = Esta billetera ahora es del servicio: cancela y vuelve el resto
manual-resting-fills-now = Un vendedor acaba de quedar libre: se está ejecutando
manual-resting-locked =
    { $owners ->
        [1] { $owners } vendedor aún no puede atender esta billetera: un alquiler suyo anterior está bloqueado; termina: { $until }
       *[other] { $owners } vendedores aún no pueden atender esta billetera: un alquiler suyo anterior está bloqueado; termina: { $until }
    }
manual-resting-under-way =
    { $owners ->
        [one] { $owners } vendedor omitido: otra delegación a esta billetera está en camino
       *[other] { $owners } vendedores omitidos: otra delegación a esta billetera está en camino
    }
manual-resting-unlockable =
    { $owners ->
        [one] { $owners } vendedor omitido: no se puede bloquear nada por tanto tiempo
       *[other] { $owners } vendedores omitidos: no se puede bloquear nada por tanto tiempo
    }
manual-resting-too-little =
    { $owners ->
        [one] { $owners } vendedor omitido: muy poco libre para una parte que aceptas
       *[other] { $owners } vendedores omitidos: muy poco libre para una parte que aceptas
    }
manual-resting-too-coarse =
    { $owners ->
        [one] { $owners } vendedor omitido: sin partes tan pequeñas como necesitas
       *[other] { $owners } vendedores omitidos: sin partes tan pequeñas como necesitas
    }
manual-resting-gifts-only =
    { $owners ->
        [one] { $owners } vendedor omitido: lo que abona el operador solo compra al propio servicio
       *[other] { $owners } vendedores omitidos: lo que abona el operador solo compra al propio servicio
    }
manual-resting-failed-lately =
    { $owners ->
        [one] { $owners } vendedor omitido: falló una entrega, pronto se intenta de nuevo
       *[other] { $owners } vendedores omitidos: falló una entrega, pronto se intenta de nuevo
    }
manual-resting-bulk = Las billeteras empiezan juntas, cuando alcance para todas
manual-resting-nobody =
    { $isElse ->
        [yes]
            { $nextSun ->
                [none] Nadie más ofrece a { $priceSun } SUN o menos
               *[other] Nadie más ofrece a { $priceSun } SUN o menos; el siguiente precio es { $nextSun } SUN
            }
       *[no]
            { $nextSun ->
                [none] Nadie ofrece a { $priceSun } SUN o menos
               *[other] Nadie ofrece a { $priceSun } SUN o menos; el siguiente precio es { $nextSun } SUN
            }
    }
manual-buttons-price = { $priceSun } SUN · { $total } TRX · { manual-buttons-fills }
manual-buttons-price-short = { $priceSun } SUN · { manual-buttons-fills }
manual-buttons-fills =
    { $state ->
        [all] todo ya
        [some] { $fills } ya
       *[nothing] en espera
    }
manual-market-asks = En venta: { $levels }
manual-market-bids = En espera: { $levels }
manual-market-level = { $units } a { $priceSun }

## keys

keys-title = Claves de API
keys-about = Con una clave, tus programas crean órdenes por HTTP, con tu saldo.
keys-none = No tienes ninguna.
keys-line = { $startsWith }, creada { $issued }
keys-disabled-line = { $startsWith }, creada { $issued }, desactivada hasta que la active el operador
keys-full = Tienes { $most }, el máximo. Revoca una para crear otra.
keys-issue = Crear una clave
keys-revoke = Revocar { $startsWith }
keys-ask-revoke =
    ¿Revocar la clave { $startsWith }?
    Los programas que la usan dejan de tener acceso al instante. No se puede deshacer.
keys-confirm-revoke = Revocar
keys-revoked = ✅ La clave { $startsWith } quedó revocada.
keys-gone = Esa clave ya no está en uso.
keys-shown =
    <b>Tu nueva clave de API</b>
    { $key }
    Se muestra una sola vez: guárdala ahora, el servicio no la conserva. { $team ->
        [none] Quien la tenga puede gastar tu saldo.
       *[other] Quien la tenga puede gastar, en tu nombre, hasta { $cap } TRX al día (UTC) del equipo { $team }.
    } Borra este mensaje cuando la hayas guardado.
keys-copy = Copiar la clave
keys-not-shown = ⚠️ No es seguro que la nueva clave ({ $startsWith }) se haya mostrado, así que se revocó. Crea otra con /key.

## notes

notes-anonymous-admin =
    Eres administrador anónimo, así que no puedo saber quién paga.
    { as-yourself }
notes-channel =
    Un canal no tiene saldo y no puede crear órdenes.
    { as-yourself }
notes-linked-post =
    En una publicación de un canal vinculado no hay quien pague.
    { as-yourself }
notes-edited-after-payment = Esta orden ya está pagada: editar el mensaje no cambia nada. Para otra orden, envía un mensaje nuevo.
notes-edited-in-vain = Esa edición no cambió nada. Para pedirlo, envíalo como mensaje nuevo.
notes-dead-letter = Lo siento, algo salió mal, no se cobró nada; mira /orders.
notes-cannot-write = El servicio no puede atender esto ahora mismo. Tendrás tu respuesta en cuanto pueda; no se cobró nada.
notes-nothing-to-cancel = No hay ninguna tarjeta abierta. Una orden se cancela en su propia tarjeta: mira /orders.
notes-nothing-to-repeat = Aún no tienes una orden que repetir. Empieza con /buy.
notes-anothers-order = Esta orden es de otra persona del grupo; solo ella puede abrirla.
notes-address-later = Ahora no se puede mostrar la dirección. No se ha perdido nada: repite /deposit dentro de unos minutos.
notes-private-only = Eso solo se muestra por privado.
notes-group-hint = En un grupo: /buy, /quote, /again, /order, /settings, /usdt, /link, /cancel y /help. Lo demás, por privado.

## twoReadings

two-readings = ¿{ that } son { $readings } TRX? Toca o escribe una de las dos cifras.

## unknownCommand

unknown-command = /{ $typed } no es un comando. Hay { $known }.
unknown-command-meant = /{ $typed } no es un comando. ¿Quisiste decir /{ $meant }?

## profile

profile-description =
    Alquila Energía y Ancho de banda de TRON en segundos y envía USDT sin quemar TRX.

    Pega la dirección de una billetera o toca Iniciar. Primero ves el precio y pagas con el botón que lo muestra; la tarjeta te dice cuándo ya puedes enviar.
profile-short-description = Energía y Ancho de banda de TRON en segundos: envía USDT sin quemar TRX.

## prompts

prompts-receivers-text = ¿A qué billeteras? Responde con sus direcciones o un archivo.
prompts-receivers-placeholder = T… T…
prompts-amount-text =
    { $resource ->
        [energy] ¿Cuánta Energía? Responde con { such-as }
       *[bandwidth] ¿Cuánto Ancho de banda? Responde con { such-as }
    }
prompts-amount-placeholder = 65000
prompts-price-text = ¿Qué precio? Responde con { whole-sun }
prompts-price-placeholder = 55
prompts-partial-min-text = ¿Cuál es la parte mínima? Responde con un número, por ejemplo 20000 o 20k.
prompts-partial-min-placeholder = 20000
prompts-order-text = ¿Qué orden? Responde con su ID.
prompts-order-placeholder = 24 letras y números

## toasts

toasts-not-yours = Esta tarjeta es de otra persona. Abre la tuya con /buy.
toasts-anothers = Esta tarjeta es de { $name }. Abre la tuya con /buy.
toasts-stale = La tarjeta cambió mientras tanto. Esta es la nueva.
toasts-already-paid = Ya está pagada: nada se cobra dos veces.
toasts-already-dropped = Esta tarjeta está cerrada. Abre otra con /buy.
toasts-read-first = Léela primero y luego toca otra vez.
toasts-still-missing = Aún faltan { $amount } TRX.
toasts-quote-lapsed =
    Ese precio venció, no se cobró nada. { $now ->
        [none] Aquí está el nuevo.
       *[other] Ahora: { $before } → { $now } TRX
    }
toasts-offers-gone =
    Esas ofertas ya no están, no se cobró nada. { $now ->
        [none] Aquí está el precio actual.
       *[other] Ahora: { $before } → { $now } TRX
    }
toasts-already-booked = Ya hay una extensión reservada para entonces: no se retuvo nada más.
toasts-booking-cancelled = Reserva cancelada: { $amount } TRX devueltos
toasts-booking-over = Esa reserva ya terminó: el dinero está devuelto.
toasts-booking-ordered = Esa reserva ya es una orden.
toasts-refreshed = Actualizado.
toasts-nothing-to-go-back-to = Esta es la primera pregunta.

## files

files-problem-too-large = ⚠️ Ese archivo pesa más de 64 KiB. Divídelo o envía solo la columna de billeteras: caben 1{"\u00A0"}800.
files-problem-unavailable = ⚠️ Telegram no entregó ese archivo. Envíalo otra vez.
files-problem-spreadsheet = ⚠️ Es una hoja de cálculo y no puedo leerla. { as-csv }
files-problem-not-text = ⚠️ Ese archivo no es de texto. { as-csv }
files-problem-no-wallets = ⚠️ En ese archivo no hay ninguna dirección de TRON. { as-csv }
files-next =
    { $next ->
        [1] Siguiente billetera
       *[other] Siguientes { $next } billeteras
    }
files-next-of = { files-next } (quedan { $left })

## book

book-own = Tu agenda personal
book-of-team = Agenda del equipo { $name }
book-title =
    { $names ->
        [one] Agenda · { $names } billetera
       *[other] Agenda · { $names } billeteras
    }
book-page = Página { $page } de { $pages }
book-empty =
    <b>Tu agenda está vacía</b>
    { book-how-to }
book-how-to =
    Agregar: <code>/book cold1 T…</code>
    Usar en lugar de la dirección: <code>65k 1h cold1</code>
    Muchas a la vez: un CSV de nombres y billeteras con el comentario /book
book-entry =
    { $uses ->
        [one] Usada { $uses } vez
       *[other] Usada { $uses } veces
    }
book-added = ✅ { $name } es { $wallet }
book-same = { $name } ya es { $wallet }
book-changed = ✅ { $name } ahora es { $wallet }. Antes era { $before }
book-taken =
    { $name } es { $before }
    ¿Reemplazarla por { $wallet }?
book-kept = No se reemplazó nada.
book-full = ⚠️ Tu agenda tiene { $maxNames } nombres, el máximo. Quita uno primero: /book remove cold1
book-removed = Se quitó { $name }; era { $wallet }. Para recuperarlo: { $again }
book-no-such-name = ⚠️ { $name } no está en tu agenda. Mira /book.
book-bad-name = ⚠️ “{ $name }” no es un nombre válido. Un nombre tiene { letters }.
book-means-else = ⚠️ “{ $name }” significa otra cosa en una orden. Elige otro nombre.
book-bad-wallet = ⚠️ { $wallet } no es una dirección de TRON. Cópiala otra vez.
book-ethereum = ⚠️ { ethereum }
book-hex = ⚠️ { hex }
book-usage =
    ⚠️ No entendí eso.
    { book-how-to }
    Quitar: <code>/book remove cold1</code>
    Todo en un archivo: <code>/book export</code>
book-not-utf8 = ⚠️ Los nombres de ese archivo no se leen con certeza. Guárdalo como CSV (UTF-8) y envíalo.
book-caption =
    { $names ->
        [one] Agenda · { $names } billetera. Para cargarla de nuevo: comentario /book.
       *[other] Agenda · { $names } billeteras. Para cargarla de nuevo: comentario /book.
    }
book-buttons-buy = Comprar para esta billetera
book-buttons-remove = Quitar
book-buttons-back = Atrás
book-buttons-export = Exportar CSV
book-buttons-replace =
    { $names ->
        [1] Reemplazar
       *[other] Reemplazar { $names }
    }
book-buttons-keep = Dejar como está
book-buttons-earlier = Anterior
book-buttons-later = Siguiente
book-imported = <b>Nombres del archivo</b>
book-imported-counts =
    ✅ { $added ->
        [one] { $added } nuevo
       *[other] { $added } nuevos
    }, { $changed ->
        [one] { $changed } cambiado
       *[other] { $changed } cambiados
    }, { $same } sin cambios
book-imported-full = ⚠️ Sin lugar: { $full }. El máximo es { $maxNames } nombres.
book-imported-line = ❌ Línea { $line }: { $why }
book-imported-more =
    { $count ->
        [one] ❌ y { $count } línea más
       *[other] ❌ y { $count } líneas más
    }
book-imported-taken =
    { $names ->
        [1] ⚠️ Este nombre es de otra billetera y no se cambió: { $listed }
       *[other] ⚠️ { $names } nombres son de otras billeteras y no se cambiaron: { $listed }
    }
book-problem-noWallet = falta la billetera
book-problem-checksum = la billetera está mal escrita
book-problem-ethereum = es una dirección de tipo Ethereum
book-problem-hex = es una dirección hexadecimal
book-problem-noName = falta el nombre
book-problem-badName = nombre no válido ({ letters })
book-problem-meansElse = un nombre que significa otra cosa en una orden
book-problem-twice = más arriba ese nombre es de otra billetera

## overlaps

overlaps-several =
    { $isAll ->
        [yes] ⚠️ Las { $of } billeteras ya tienen { resource }
       *[no]
            { $count ->
                [1] ⚠️ { $count } de { $of } billeteras ya tiene { resource }
               *[other] ⚠️ { $count } de { $of } billeteras ya tienen { resource }
            }
    }
overlaps-holds =
    { $wallet ->
        [none] ⚠️ Esta billetera ya tiene { $units } de { resource }; termina: { $until }
       *[other] ⚠️ { $wallet } ya tiene { $units } de { resource }; termina: { $until }
    }
overlaps-holds-parts =
    { $wallet ->
        [none] ⚠️ Esta billetera ya tiene { $units } de { resource }; el primer alquiler termina: { $first }; el último: { $last }
       *[other] ⚠️ { $wallet } ya tiene { $units } de { resource }; el primer alquiler termina: { $first }; el último: { $last }
    }
overlaps-gets =
    { $wallet ->
        [none] ⚠️ Esta billetera ya está recibiendo { $units } de { resource }
       *[other] ⚠️ { $wallet } ya está recibiendo { $units } de { resource }
    }
overlaps-more = ⚠️ y { wallets } más

## usdt

usdt-question =
    ¿Cuánta Energía consume una transferencia de USDT?
    { $isGroup ->
        [yes] Responde a mi pregunta con dos billeteras: quien envía y luego quien recibe.
       *[no] Envía dos billeteras: quien envía y luego quien recibe.
    }
    Por ejemplo: T… T…, o <code>@hot @cold</code>
usdt-ask-recipient =
    ¿Quién recibe los USDT de { $from }?
    { $isGroup ->
        [yes] Responde a mi pregunta con la billetera de quien recibe.
       *[no] Envía la billetera de quien recibe.
    }
usdt-ask-sender =
    ¿Quién envía los USDT a { $to }?
    { $isGroup ->
        [yes] Responde a mi pregunta con la billetera de quien envía.
       *[no] Envía la billetera de quien envía.
    }
usdt-prompt-both = ¿Quién envía los USDT y quién los recibe? Responde con dos billeteras, primero quien envía.
usdt-prompt-recipient = ¿Quién recibe los USDT? Responde con su billetera.
usdt-prompt-sender = ¿Quién envía los USDT? Responde con su billetera.
usdt-lacks-bandwidth = A quien envía le falta Ancho de banda: la transferencia quema { $burn } TRX por él; alquilar { $amount } aquí cuesta { $cost } TRX.
usdt-only-bandwidth = ⚠️ A quien envía le falta Ancho de banda: la transferencia quema TRX por él. Para alquilarlo: { $line }
usdt-burns-nothing = ✅ Esta transferencia es gratis: no quema TRX.
usdt-no-bandwidth = ⚠️ Ahora no hay Ancho de banda: esto es solo la Energía.
usdt-not-activated = ⚠️ { $from } no está activada en TRON, así que no puede enviar USDT. Envíale antes algo de TRX.
usdt-enough = <b>No hace falta alquilar: quien envía tiene { $held } de Energía</b>
usdt-takes-tried = Según una prueba en el contrato, una transferencia de USDT a { $to } consume { $tried } de Energía: bastan { $needed }.
usdt-takes-holdsSome = { $to } tiene USDT, así que una transferencia consume { $needed } de Energía.
usdt-takes-holdsNone = { $to } no tiene USDT, así que una transferencia consume { $needed } de Energía.
usdt-takes-notActivated = { $to } no está activada, así que no tiene USDT: { $needed } de Energía para la primera transferencia.
usdt-takes-usual =
    { $isShort ->
        [yes] Una transferencia de USDT suele consumir { $needed } de Energía. Si { $to } nunca tuvo USDT, consume { $neededForNew }: alquila lo que falte con /buy.
       *[no] Una transferencia de USDT suele consumir { $needed } de Energía. Si { $to } nunca tuvo USDT, consume { $neededForNew }.
    }
usdt-sender-holds =
    { $least ->
        [none] Quien envía tiene { $held } sin usar, así que faltan { $missing }.
       *[other] Quien envía tiene { $held } sin usar, así que faltan { $missing }. El alquiler mínimo es { $least }.
    }

## amend

amend-title = Cambiar la orden
amend-terms = { rental } · { $priceSun } SUN
amend-question = ¿Qué quieres cambiar?
amend-price = Precio
amend-lifetime = Tiempo de espera
amend-ask-lifetime = ¿Cuánto puede esperar, contando desde { $created }?
amend-more = ⚠️ A { $priceSun } SUN se retienen { $more } TRX más. Lo que no haga falta se devuelve.
amend-hold = Retener { $more } TRX más
amend-close = Dejarla como está
amend-price-changed = ✅ Nuevo precio: { $priceSun } SUN
amend-lifetime-changed = ✅ Cambiado. Fin de la espera: { $until }
amend-closed = Cerrada, sin cambios.
amend-read-first = Léelo primero y luego toca otra vez.
amend-over = Esta tarjeta está cerrada. La orden tiene el botón para cambiarla.
amend-hours = { $hours } h
amend-days = { $days } d

## ordered

ordered =
    <b>{ $more ->
        [none] 🔔 Orden de { $paid } TRX con una clave de API
       *[other] 🔔 Una clave de API subió el precio de una orden: ahora { $paid } TRX (+{ $more })
    }</b>
    { rental }, a { $priceSun } SUN
    Clave: { $key }
    ¿No fuiste tú? Revócala con /key.

## orderedInHour

ordered-in-hour =
    <b>🔔 Órdenes por { $paid } TRX con claves de API en una hora</b>
    Cada una es menor que los { $from } TRX que elegiste; míralas en /orders.
    ¿No fuiste tú? Revoca la clave con /key.

## withdrawalNews

withdrawal-news-asked =
    <b>🔔 Retiro de { $amount } TRX solicitado con una clave de API</b>
    A { $address }, una dirección que no habías usado.
withdrawal-news-asked-approval = Primero debe aprobarlo el operador.
withdrawal-news-asked-from = Se envía { $from } o más tarde.
withdrawal-news-asked-end = ¿No fuiste tú? Cancélalo y revoca tus claves con /key.
withdrawal-news-paid =
    <b>🔔 { $amount } TRX pagados</b>
    A { $address }
withdrawal-news-refused =
    <b>🔔 Retiro de { $amount } TRX rechazado</b>
    A { $address }
withdrawal-news-refused-reason = El motivo: { $reason }
withdrawal-news-refused-end = El dinero está otra vez en el saldo.
withdrawal-news-delayed =
    <b>🔔 El retiro de { $amount } TRX tarda más</b>
    A { $address }
    El operador debe recargar primero la cuenta que paga. Después se envía solo; hasta entonces puedes cancelarlo.
withdrawal-news-unpaid =
    <b>🔔 El retiro de { $amount } TRX no se envió</b>
    A { $address }
    Su transferencia no llegó a tiempo a ningún bloque. El dinero sigue retenido y el operador debe aprobarlo de nuevo; hasta entonces puedes cancelarlo.
withdrawal-news-unbooked =
    <b>🔔 El retiro de { $amount } TRX vuelve a estar pendiente</b>
    A { $address }
    Se había marcado como pagado por error. El dinero vuelve a estar retenido y el operador debe aprobarlo de nuevo; hasta entonces puedes cancelarlo.

## withdraw

withdraw-title = Retirar TRX
withdraw-title-of = Retirar { $amount } TRX
withdraw-off = Los retiros están desactivados aquí. Para sacar dinero, escribe { operator }.
withdraw-withdrawable = Se puede retirar: { $amount } TRX
withdraw-gifts = Lo que abona el operador se puede gastar aquí, no retirar.
withdraw-least = El mínimo es de { $least } TRX más una comisión de { $fee } TRX.
withdraw-ask-address =
    { $hasWallets ->
        [yes] ¿A qué dirección? Toca una de tus billeteras o envía otra.
       *[no] ¿A qué dirección? Envíala aquí.
    }
withdraw-ask-amount = ¿Cuántos TRX deben llegar? De { $least } a { $most }.
withdraw-all = Todo: { $amount } TRX
withdraw-to = A { $address }
withdraw-fee = Comisión: { $fee } TRX
withdraw-fee-with-activation = Comisión: { $fee } TRX; de ellos, { $activation } TRX activan la cuenta nueva
withdraw-arrives = Llegan: { $amount } TRX
withdraw-taken = Sale del saldo: { $amount } TRX
withdraw-at-once = Se envía enseguida.
withdraw-new-address = ⏳ Dirección nueva: se envía pasadas { $hours } h; hasta entonces puedes cancelarlo.
withdraw-needs-operator = ⏳ Primero debe aprobarlo el operador.
withdraw-asks-again = ⚠️ Un retiro enviado no se puede deshacer. Comprueba la dirección.
withdraw-send-again = Sí, enviar { $amount } TRX
withdraw-close = Cerrar
withdraw-closed = Cerrada, no se retiró nada.
withdraw-over = Esta tarjeta está cerrada. Abre otra con /withdraw.
withdraw-read-first = Léelo primero y luego toca otra vez.
withdraw-status-waiting = 🕓 Retiro de { $amount } TRX
withdraw-status-approval = 🕓 Retiro de { $amount } TRX
withdraw-status-signed = ⏳ Retiro de { $amount } TRX
withdraw-status-paid = ✅ { $amount } TRX pagados
withdraw-status-refused = ❌ Retiro de { $amount } TRX rechazado
withdraw-status-cancelled = Retiro de { $amount } TRX cancelado
withdraw-awaits-operator = Espera la aprobación del operador.
withdraw-not-before = Se envía { $due } o más tarde.
withdraw-soon = Se envía lo antes posible.
withdraw-paused = Los pagos están en pausa; se envía cuando se reanuden.
withdraw-can-cancel = Hasta entonces puedes cancelarlo.
withdraw-on-its-way = Enviado; será definitivo en un minuto.
withdraw-reason = El motivo: { $reason }
withdraw-is-back = { $amount } TRX están otra vez en el saldo.
withdraw-open-title = Aún no enviado
withdraw-open-line =
    { $due ->
        [none]
            { $isApproved ->
                [yes] { $amount } TRX a { $address }
               *[no] { $amount } TRX a { $address }, espera la aprobación del operador
            }
       *[other]
            { $isApproved ->
                [yes] { $amount } TRX a { $address }, { $due } o más tarde
               *[no] { $amount } TRX a { $address }, { $due } o más tarde, espera la aprobación del operador
            }
    }
withdraw-transaction = Transacción
withdraw-cancel-one = Cancelar { $amount } TRX a { $wallet }
withdraw-cancel-one-short = Cancelar { $amount } TRX
withdraw-cancelled-toast = Cancelado: { $amount } TRX están otra vez en el saldo.
withdraw-too-late = Ya no se puede cancelar. /withdraw muestra lo que aún se puede.
withdraw-notices-NO_ADDRESS = { that } no es una dirección de TRON. Empiezan con T.
withdraw-notices-BAD_ADDRESS = Esta dirección está mal escrita. Cópiala otra vez.
withdraw-notices-ETHEREUM = { ethereum }
withdraw-notices-HEX = { hex }
withdraw-notices-NO_SUCH_NAME =
    { $said ->
        [none] No hay billetera con ese nombre en tu /book.
       *[other] No hay billetera con ese nombre en tu /book: { $said }.
    }
withdraw-notices-SEVERAL = Una dirección por retiro.
withdraw-notices-CONTRACT = Esta dirección es un contrato. Solo se paga a billeteras.
withdraw-notices-DESKS_OWN = Esta dirección es del servicio, como tu dirección de depósito, o de nadie. Envía la de una billetera tuya.
withdraw-notices-TWO_READINGS = ¿{ that } son { $readings } TRX? Toca o escribe una de las dos cifras.
withdraw-notices-NOT_AMOUNT = { that } no es un monto. Escribe TRX, como 10 o 12.5.
withdraw-notices-TOO_SMALL = Al menos { $least } TRX.
withdraw-notices-TOO_LARGE = Pueden llegar como máximo { $most } TRX, tras la comisión de { $fee } TRX.
withdraw-notices-FEE_TAKES_ALL = A esta dirección la comisión es de { $fee } TRX, porque su cuenta es nueva: quedaría muy poco. Indica otra dirección.
withdraw-notices-FEE_CHANGED = La comisión subió. No se envió nada.
withdraw-notices-BALANCE = El saldo cambió: pueden llegar como máximo { $most } TRX. No se envió nada.
withdraw-notices-TOO_MANY = Tienes 20 retiros aún sin pagar. Cancela uno o espera a que se pague alguno. No se cobró nada.
withdraw-notices-NOT_OWNER = Solo retiran los propietarios del equipo. No se cobró nada.
withdraw-notices-OFF = Los retiros están desactivados. Escribe { operator }.
withdraw-notices-HALTED = Ahora no se hacen retiros. No se cobró nada. Inténtalo más tarde.
withdraw-notices-CHAIN_UNAVAILABLE = El servicio no puede leer TRON ahora. No se cobró nada. Inténtalo en un minuto.
withdraw-notices-FAILED = No se pudo. No se cobró nada. Inténtalo en un momento.

## teamMoney

team-money-from = Del saldo del equipo { $name }
team-money-asks = { $name } solicita un retiro del equipo { $team }
team-money-withdrawal = { $amount } TRX a { $address }, comisión máxima { $fee } TRX
team-money-available = El equipo puede retirar: { $amount } TRX
team-money-needs-owner = ⏳ Antes debe confirmarlo otro propietario del equipo.
team-money-send-again = Sí, pedir confirmación de { $amount } TRX
team-money-title = 🕓 Retiro de { $amount } TRX
team-money-waits = Espera a otro propietario hasta { $until }. Antes no se cobra nada.
team-money-over-declined = Rechazado por { $by }: no se cobró nada
team-money-over-withdrawn = Solicitud retirada: no se cobró nada del saldo
team-money-over-lapsed = Ningún otro propietario lo confirmó a tiempo: no se cobró nada
team-money-over-ended = Quien lo solicitó ya no es propietario: no se cobró nada
team-money-short = Ahora no alcanza: el equipo puede retirar { $left } TRX. No se cobró nada y la solicitud sigue abierta.
team-money-fee-risen = La comisión es más alta que al solicitarlo. Solicítalo de nuevo; no se cobró nada.
team-money-owners-only = ⚠️ Del equipo { $name } solo retiran sus propietarios. Para tu propio dinero, elige tu cuenta en /team.
team-money-news =
    <b>🔔 Retiro de { $amount } TRX</b>
    A { $address }
team-money-by =
    { $confirmed ->
        [none] Solicitado por { $asked }
       *[other] Solicitado por { $asked }, confirmado por { $confirmed }
    }
team-money-paid-in = 🔔 { $amount } TRX ingresados al equipo { $name }
team-money-low =
    <b>🔔 Saldo bajo</b>
    { $available } TRX disponibles, menos de { $limit } TRX: lo que el equipo gastó hoy o ayer (el día de más gasto, mínimo 10 TRX).
team-money-wallets = <b>🔔 Nuevo en la libreta del equipo</b>, por { $name }
team-money-wallets-more = y { $count } más
team-money-restored =
    <b>⚠️ El servicio se restauró de una copia</b>
    La copia es del { $at }. Revisa miembros y límites en /team: lo cambiado después se perdió. Las solicitudes, invitaciones y códigos abiertos han terminado.

## team

team-none =
    No estás en ningún equipo. Un equipo es un saldo del que piden varias personas, cada una dentro de sus límites.

    Crea uno: <code>/team new NOMBRE</code>
team-several = Tus equipos
team-title = Equipo { $name }
team-founded = ✅ El equipo { $name } está creado y eres su propietario. Para recargar, pulsa «Pagar desde el equipo» y envía /deposit: lo que ingreses es del equipo. Invita a los demás en la tarjeta del equipo.
team-role-viewer = observador
team-role-trader = operador
team-role-approver = aprobador
team-role-owner = propietario
team-you-viewer = Tu rol: observador.
team-you-trader = Tu rol: operador.
team-you-approver = Tu rol: aprobador.
team-you-owner = Tu rol: propietario.
team-alone = Eres el único propietario: nadie revisa tus cambios.
team-member = { $name } · { $role } · hoy { $used } TRX
team-former = Ya no están en el equipo · hoy { $used } TRX
team-used = Gastado o retenido hoy (UTC): { $used } TRX
team-limits =
    { $whose ->
        [you] Tus propios límites, además de los del equipo
        [member] Límites propios, además de los del equipo
       *[team] Límites del equipo
    }: { $limits }
team-up-to =
    { $of ->
        [order] un pedido hasta { $sum } TRX
        [day] un día hasta { $sum } TRX
       *[alone] sin aprobación hasta { $sum } TRX
    }
team-no-limits = Sin límites
team-no-own-limits = Sin límites propios; rigen los del equipo.
team-no-orders = Aún no hay pedidos
team-only-booked = Sin aprobación, solo a billeteras de la libreta del equipo
team-book-refused = ⚠️ Solo los aprobadores y propietarios de un equipo cambian su libreta de billeteras. No se ha cambiado nada. Propón las billeteras de una en una: <code>/book NOMBRE T…</code>
team-invitation = Invitación como { $role }, válida hasta: { $until }
team-waiting =
    { $requests ->
        [one] { $requests } solicitud en espera
       *[other] { $requests } solicitudes en espera
    }
team-request-of = { $name }: { $what }
team-invite-as = ¿Invitar con qué rol? Un observador ve los pedidos; un operador pide dentro de los límites; un aprobador además aprueba solicitudes de otros; un propietario gestiona todo.
team-invite-link =
    Con este enlace entra una persona como { $role }. Válido hasta: { $until }

    { $link }
team-link-code =
    Envía esto en el grupo antes de una hora, como su administrador (no de forma anónima):

    { $code }
team-linked = ✅ Los pedidos de este grupo son ahora del equipo { $name }. Solo piden sus miembros.
team-unlinked = Este grupo ya no pide para el equipo { $name }: cada uno pide para sí.
team-not-linked = Este grupo no pertenece a ningún equipo.
team-link-in-group = Envíalo en el grupo que quieres vincular.
team-bad-code = ⚠️ Este código no es válido. Un propietario del equipo lo obtiene con /team.
team-not-member = ⚠️ Este grupo pide para el equipo { $name } y no eres miembro. En privado puedes pedir para ti.
team-joined =
    ✅ Ya estás en el equipo { $name }. Tu rol: { $role ->
        [viewer] observador
        [trader] operador
        [approver] aprobador
       *[owner] propietario
    }. Mira /team.
team-has-joined =
    { $inviter ->
        [none] { $who } ha entrado en el equipo { $team } como { $role } con tu invitación.
       *[other] { $who } ha entrado en el equipo { $team } como { $role } con la invitación de { $inviter }.
    }
team-has-left = { $who }, { $role }, ha salido del equipo { $team }.
team-join-asked = Podrás usar el equipo { $name } cuando lo confirme otro propietario.
team-invitation-over = ⚠️ Esta invitación ya se usó, se retiró o venció. Pide una nueva.
team-is-member = Ya eres miembro del equipo { $name }.
team-changed =
    { $name ->
        [none] El operador ha cambiado el equipo { $team }:
       *[other] { $name } ha cambiado el equipo { $team }:
    }
team-person = { $name } (id de Telegram { $userId })
team-only-known = Confirma solo si conoces a esa persona.
team-happens-at =
    { $askedBy ->
        [none] Si otro propietario no decide antes, ocurre por sí solo: { $at }.
       *[other] Ocurre por sí solo: { $at }, salvo que { $askedBy } lo retire.
    }
team-wants = { $name } quiere cambiar el equipo { $team }:
team-change-join = { $who } entra en el equipo { $team } como { $role }, con invitación de { $inviter }
team-change-role = { $who }: { $before } → { $after }
team-change-member-limits = { $who }, límite «{ $limit }»: { $before } → { $after }
team-change-team-limits = Límite del equipo «{ $limit }»: { $before } → { $after }
team-change-booked =
    { $isOn ->
        [yes] Sin aprobación: a cualquier billetera → solo a billeteras de la libreta del equipo
       *[no] Sin aprobación: solo a billeteras de la libreta del equipo → a cualquier billetera
    }
team-change-traders-see =
    { $isOn ->
        [yes] Operadores: no ven el saldo → ven el saldo
       *[no] Operadores: ven el saldo → no ven el saldo
    }
team-change-link = el grupo «{ $title }» pide para el equipo
team-change-unlink = el grupo «{ $title }» ya no pide para el equipo
team-change-rename = Nombre del equipo: { $before } → { $after }
team-change-wallet = Libreta del equipo: { $name } es { $wallet }
team-change-wallet-again = Libreta del equipo, { $name }: { $before } → { $wallet }
team-change-removal = { $who }: { $before } → ya no está en el equipo
team-change-key = una clave para { $who }, { $role }: hasta { $cap } TRX al día (UTC)
team-key =
    { $startsWith ->
        [none] Una clave aún sin mostrar: hasta { $cap } TRX al día (UTC)
       *[other] Clave { $startsWith }…: hasta { $cap } TRX al día (UTC)
    }
team-choose-cap = ¿Cuánto puede gastar al día (UTC) una clave de { $name }? Solo puede lo mismo que { $name }, y no retira dinero.
team-key-to-show =
    { $by ->
        [none] El operador te ha creado
       *[other] { $by } te ha creado
    } una clave del equipo { $name }: crea órdenes por HTTP por hasta { $cap } TRX al día (UTC) y solo puede lo mismo que tú. Se muestra una sola vez, al pulsar.
team-key-shown = ✅ Tu clave { $startsWith } funciona. Todo lo que pida cuenta como tuyo.
team-key-not-shown = ⚠️ No es seguro que la clave { $startsWith } te haya llegado, así que se revocó.
team-not-agreed =
    { $by ->
        [none] Rechazado por el operador: nada ha cambiado
       *[other] Rechazado por { $by }: nada ha cambiado
    }
team-confirmed-by = Confirmado por { $by }
team-confirmed =
    { $by ->
        [none] ✅ Confirmado por el operador
       *[other] ✅ Confirmado por { $by }
    }
team-lapsed = Nadie lo confirmó a tiempo: nada ha cambiado
team-ended = Ya no es posible: nada ha cambiado
team-ended-with = Solicitud cerrada: { $name } ya no está en el equipo
team-done = Hecho
team-asked = Debe confirmarlo otro propietario: ya se le ha preguntado.
team-waits = Nadie más puede decidirlo: ocurre por sí solo a las 72 horas. Se avisó a todos los miembros.
team-refused = No tienes permiso para esto en el equipo.
team-no-right-order = Un observador del equipo no hace pedidos.
team-no-right-manage = Solo los propietarios del equipo pueden hacerlo.
team-refused-order = Supera el límite del equipo por pedido, { $left } TRX.
team-refused-day = Supera el límite diario del equipo: hoy (UTC) quedan { $left } TRX.
team-refused-key = Supera el límite diario de esta clave: hoy (UTC) quedan { $left } TRX.
team-refused-nobody-else = Nadie más del equipo puede aprobarlo. Un propietario puede invitar a un aprobador o subir el límite.
team-refused-last-owner = El último propietario no puede salir ni dejar de serlo. Nombra antes a otro propietario.
team-refused-is-member = Esa persona ya está en el equipo.
team-refused-no-member = Esa persona no está en el equipo.
team-refused-others-group = Este grupo pertenece a otro equipo. Desvincúlalo allí primero.
team-refused-least-limit = El límite mínimo es de { $least } TRX.
team-refused-many-keys = Un equipo tiene { $most } claves como máximo. Revoca una primero.
team-refused-full-team = Un equipo tiene como máximo { $most } miembros.
team-refused-full-book = La libreta ya tiene { $most } nombres y no admite más.
team-refused-many-teams = Nadie puede estar en más de { $most } equipos.
team-refused-many-invitations = Un equipo tiene como máximo { $most } invitaciones abiertas. Retira antes una.
team-refused-many-requests = Nadie puede tener más de { $most } solicitudes abiertas en un equipo. Retira antes una.
team-not-alone = No puedes hacerlo por tu cuenta; puedes solicitar un pedido nuevo:
team-left-alone = Aún puedes pedir sin aprobación: { $left } TRX
team-time-over = Han pasado las 72 horas
team-over = Ya se decidió, o el plazo terminó.
team-tap-approved =
    { $name ->
        [none] El operador ya lo aprobó.
       *[other] { $name } ya lo aprobó.
    }
team-tap-declined =
    { $name ->
        [none] El operador ya lo rechazó.
       *[other] { $name } ya lo rechazó.
    }
team-tap-withdrawn = { $name } retiró esta solicitud.
team-tap-lapsed = Nadie lo decidió a tiempo: se cerró.
team-tap-dearer = Ahora cuesta más de lo solicitado: no se cobró nada. Sigue en espera; apruébala cuando baje el precio o recházala.
team-tap-unpaid = El saldo del equipo no alcanza ahora: no se cobró nada. Sigue en espera; un propietario recarga con /deposit pagando desde el equipo.
team-tap-ended = Ya no es posible: se cerró.
team-tap-own = Es tu solicitud: la aprueba otra persona.
team-tap-about-you = Se trata de ti: lo decide otro propietario.
team-tap-of-approvers = Solo lo deciden aprobadores y propietarios.
team-tap-of-owners = Solo lo decide otro propietario.
team-tap-declinable = Solo { $name } puede retirarla. Tú puedes rechazarla.
team-tap-theirs = Solo { $name } puede retirarla.
team-tap-why = Solo quien la rechazó dice por qué, una vez y antes de una hora.
team-ask-remove = ¿Quitar a { $name } del equipo? Sus claves dejan de funcionar y sus tarjetas abiertas ya no se pueden pagar.
team-removal-waits =
    { $others ->
        [none] Es propietario: ocurrirá a las 72 horas y se avisará a todos los miembros.
       *[some] Es propietario: espera a otro propietario u ocurre a las 72 horas, y se avisará a todos los miembros.
    }
team-ask-leave = ¿Salir del equipo { $name }?
team-ask-unlink = ¿Desvincular «{ $title }»? A partir de entonces cada uno pide allí para sí, y las tarjetas abiertas allí se cierran.
team-choose-limit = Elige un límite en TRX, o «…» para otra suma. Por encima de sus límites un miembro solicita; por encima de los del equipo nadie pide; por encima de «sin aprobación» aprueba otra persona.
team-limit-of-order = Un pedido
team-limit-of-day = Un día (UTC)
team-limit-of-alone = Sin aprobación
team-limit-of-key = Una clave, un día (UTC)
team-ask-sum =
    { $name ->
        [none] { $limit }: responde a este mensaje con una suma en TRX.
       *[other] { $name } · { $limit }: responde a este mensaje con una suma en TRX.
    }
team-which-sum =
    { $said ->
        [none] ¿Son { $readings } TRX? Responde a este mensaje con una de las dos.
       *[other] ¿«{ $said }» son { $readings } TRX? Responde a este mensaje con una de las dos.
    }
team-limit-button-order = Orden { $sum }
team-limit-button-day = Día { $sum }
team-limit-button-alone = Solo { $sum }
team-pays-from =
    { $name ->
        [none] En privado pagas desde tu propia cuenta.
       *[other] En privado pagas desde el equipo { $name }.
    }
team-card-over-left =
    { $where ->
        [group] Quien la abrió ya no está en el equipo { $name }: esta tarjeta está cerrada. { nothing-charged }
       *[private] Ya no estás en el equipo { $name }: esta tarjeta está cerrada. { nothing-charged }
    }
team-card-over-rights =
    { $where ->
        [group] Los permisos de quien la abrió han cambiado en el equipo { $name }: esta tarjeta está cerrada. { nothing-charged }
       *[private] Tus permisos en el equipo { $name } cambiaron: esta tarjeta está cerrada. { nothing-charged }
    }
team-card-over-linked = Este grupo pide ahora para el equipo { $name }: esta tarjeta está cerrada. { nothing-charged }
team-card-over-unlinked = Este grupo ya no pide para el equipo { $name }: esta tarjeta está cerrada. { nothing-charged }
team-lost = Ya no ves el saldo del equipo { $name }: en privado vuelves a pagar desde tu propia cuenta.
team-paid-from =
    { $name ->
        [none] Pagas desde tu propia cuenta
       *[other] Paga el equipo { $name }
    }
team-request = { $name } solicita un pedido del equipo { $team }
team-request-terms = { rental }, como máximo { $most } TRX
team-request-books = Empieza al terminar el alquiler actual: { $at }
team-request-until =
    { $names ->
        [none] Ahora nadie puede aprobarlo. Plazo: { $at }.
       *[other] Plazo: { $at }. Pueden aprobarlo: { $names }.
    }
team-request-approved = ✅ Aprobado por { $by }
team-request-declined = Rechazado por { $by }: no se cobró nada
team-request-withdrawn = Solicitud retirada: no se cobró nada
team-request-lapsed = Nadie lo aprobó a tiempo: no se cobró nada
team-request-ended = Solicitud cerrada: { $name } ya no puede pedir para el equipo. No se cobró nada
team-answered = <b>🔔 Tu solicitud de pedido para el equipo { $team }</b>
team-answered-in-group = <b>🔔 { $asker }: tu solicitud de pedido para el equipo { $team }</b>
team-because = Motivo: { $reason }
team-why-order = Por encima del límite del miembro por pedido
team-why-day = Por encima del límite diario del miembro
team-why-alone = Por encima de lo que una persona pide sola
team-why-price = Por encima del precio del servicio
team-why-wallet = A una billetera que no está en la libreta del equipo
team-why-own-wallet = A una billetera que el propio miembro añadió a la libreta hace menos de 24 horas
team-strange-wallet = ⚠️ { $wallet } no está en la libreta del equipo
team-new-wallet = ⚠️ { $wallet } es nueva en la libreta del equipo: { $by }, { $at }
team-none-in-book = ⚠️ Ninguna de estas billeteras está en la libreta del equipo
team-approve = Aprobar { $most } TRX
team-agree = Confirmar
team-decline = Rechazar
team-take-back = Retirar
team-taken-back = Retirada: no ha cambiado nada
team-decides-no-more = Ya no decides sobre las solicitudes de este equipo.
team-say-why = Decir por qué
team-ask-why = ¿Por qué se rechazó? Responde a este mensaje antes de una hora: lo leerán todos los que ven la solicitud.
team-ask-name = Responde a este mensaje con el nuevo nombre del equipo.
team-bad-name = El nombre de un equipo tiene de 1 a 64 caracteres.
team-proposed = { $name } queda propuesta para la libreta del equipo: decide un aprobador o propietario. Donde solo se permiten billeteras de la libreta, quien la propone no puede pedir para ella sin aprobación durante 24 horas.
team-traders-see = Los operadores ven el saldo
team-buttons-members = Miembros
team-buttons-invite = Invitar…
team-buttons-limits = Límites…
team-buttons-other = Otra…
team-buttons-link = Vincular un grupo…
team-buttons-leave = Salir…
team-buttons-remove = Quitar…
team-buttons-remove-now = Sí, quitar
team-buttons-leave-now = Sí, salir
team-buttons-unlink-now = Sí, desvincular
team-buttons-back = Atrás
team-buttons-mine = Pagar desde mi propia cuenta
team-buttons-pay-from = Pagar desde el equipo { $name }
team-buttons-switch-to-mine = Cambiar a mi propia cuenta
team-buttons-switch-to = Cambiar al equipo { $name }
team-buttons-other-account = Cambiar de cuenta…
team-buttons-new-key = Clave nueva…
team-buttons-revoke-key =
    { $startsWith ->
        [none] Revocar la clave sin mostrar: { $cap } TRX
       *[other] Revocar { $startsWith }…
    }
team-buttons-show-key = Mostrar mi clave
team-buttons-no-limit = Sin límite
team-buttons-rename = Renombrar…
team-buttons-unlink = Desvincular «{ $title }»
team-buttons-shown =
    { $isOn ->
        [yes] Ocultar el saldo a los operadores
       *[no] Mostrar el saldo a los operadores
    }
team-buttons-uninvite = Retirar la invitación: { $role }
team-buttons-booked =
    { $isOn ->
        [yes] Permitir cualquier billetera
       *[no] Solo billeteras de la libreta
    }

## team log and report

team-log-title = Registro del equipo { $name }
team-log-desk = el servicio
team-log-line = { $at } · { $who } · { $what }
team-log-confirmed = lo confirmó { $name }
team-log-in-group = en el grupo
team-log-by-key = con una clave de API
team-log-file = El registro en un archivo, de lo más nuevo a lo más antiguo, con horas en UTC.
team-log-file-older = Hay más: lo anterior está en el archivo siguiente.
team-log-left = salida del equipo
team-log-uninvited = invitación retirada
team-log-not-withdrawn = retiro cancelado
team-log-of-another =
    { $act ->
        [approved] aprobó la solicitud de { $name }
        [declined] rechazó la solicitud de { $name }
        [ended] la solicitud de { $name } ya no es posible
        [lapsed] nadie decidió a tiempo la solicitud de { $name }
        [cancelled] canceló la orden de { $name }
       *[changed] cambió la orden de { $name }
    }
team-log-said = { $act }: { $what }
team-log-order =
    { $most ->
        [none] { rental }
       *[other] { rental }, hasta { $most } TRX
    }
team-log-withdrawal = { $amount } TRX a { $address }
team-act-founded = equipo fundado
team-act-invited = invitación creada
team-act-joined = ingreso
team-act-removed = expulsión del equipo
team-act-role = cambio de rol
team-act-memberLimits = cambio de límite
team-act-teamLimits = cambio de límite
team-act-rules = cambio de una regla
team-act-linkCode = código para un grupo
team-act-linked = grupo vinculado
team-act-unlinked = grupo desvinculado
team-act-renamed = cambio de nombre
team-act-key = clave de API creada
team-act-keyRevoked = clave de API revocada
team-act-asked = solicitud
team-act-approved = aprobación
team-act-declined = rechazo
team-act-withdrawn = solicitud retirada
team-act-lapsed = nadie decidió a tiempo
team-act-ended = ya no es posible
team-act-named = billetera agregada a la libreta
team-act-unnamed = billetera quitada de la libreta
team-act-cancelled = cancelación
team-act-changed = cambio en la orden de otra persona
team-act-withdrawal = retiro
team-act-restored = servicio restaurado desde una copia de seguridad
team-report-title =
    { $days ->
        [1] Equipo { $name }, hoy (UTC)
       *[other] Equipo { $name } en { $days } días (UTC)
    }
team-report-nothing = En ese tiempo no se entregó nada al equipo.
team-report-total = Gastado
team-report-line = { $what } · { $spent } TRX · { $orders }
team-report-times = Hasta la primera entrega: la mitad en { $median }, la más lenta { $slowest }
team-report-by-day = Por día
team-report-by-member = Por miembro
team-report-more = y { $count } más, en el archivo
team-report-file = El informe por día y miembro, días en UTC.
team-buttons-report = Informe
team-buttons-log = Registro
team-buttons-csv = CSV
team-buttons-csv-older = CSV anterior

## teamAsk

team-ask-asks = ⚠️ { $why }: lo aprueba otra persona ({ $names })
team-ask-order = Supera tus { $limit } TRX por pedido
team-ask-day = Supera tus { $limit } TRX diarios
team-ask-alone = Supera los { $limit } TRX sin aprobación
team-ask-own-wallet = A una billetera que añadiste a la libreta hace menos de 24 horas
team-ask-more = o { $count } más
team-ask-button = Pedir aprobación: { $total } TRX
team-ask-again = ⚠️ Confirma: ¿pedir aprobación para { $total } TRX?
team-ask-no-limit = Supera el límite del equipo
team-ask-no-nobody = Nadie más puede aprobarlo
